const unitMilliseconds = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Reads a time to come: a duration such as `2h` from now, or `today`, `tomorrow` or a date with a time of day in the zone
 * of this computer, such as `tomorrow 9:00`. Returns any other text unchanged, for the server.
 */
export function readTimeAhead(text: string, now = new Date()): string {
  const [, amount, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (amount !== undefined)
    return new Date(now.getTime() + Number(amount) * unitMilliseconds[unit as "m"]).toISOString();
  const [, day, date, hours, minutes] =
    /^(?:(today|tomorrow)|(\d{4}-\d\d-\d\d))[T ](\d{1,2}):(\d\d)$/.exec(text.trim()) ?? [];
  if (hours === undefined) return text;
  const at = date === undefined ? new Date(now) : new Date(`${date}T00:00`);
  if (day === "tomorrow") at.setDate(at.getDate() + 1);
  at.setHours(Number(hours), Number(minutes), 0, 0);
  return Number.isNaN(at.getTime()) || Number(hours) > 23 || Number(minutes) > 59 ? text : at.toISOString();
}
