/** Formats a timestamp as its age, or as a date if it is older than a week. Leaves other texts as they are. */
export function formatAge(text: string): string {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(text)) return text;
  const seconds = Math.max(0, Math.floor((Date.now() - Date.parse(text)) / 1_000));
  if (seconds < 60) return `${seconds}s ago`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)}h ago`;
  return seconds < 7 * 86_400 ? `${Math.floor(seconds / 86_400)}d ago` : text.slice(0, 10);
}

export const isAge = (text: string) => /^\d+[smhd] ago$/.test(text);

/** Formats a time of the terminal's zone, with the date if the time is not of today. */
export function formatTime(time: Date | string, now = new Date()): string {
  const at = new Date(time);
  const clock = at.toLocaleTimeString("en-GB");
  // Sweden writes dates as ISO 8601 does.
  const [day, today] = [at, now].map((each) => each.toLocaleDateString("sv-SE"));
  return day === today ? clock : `${day} ${clock}`;
}
