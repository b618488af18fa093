/** What the ids of Twilio stand for: a team, an API key, a message, a number, a passcode, and the team's only services. */
export type SidPrefix = "AC" | "SK" | "SM" | "PN" | "VE" | "MG" | "VA";

/** Converts an id to one of Twilio's form: a prefix and the id without hyphens. */
export const sidOf = (prefix: SidPrefix, id: string): string => prefix + id.replaceAll("-", "");

/** Converts an id of Twilio's form with a prefix back; undefined for any other text. */
export function idOf(prefix: SidPrefix, sid: string): string | undefined {
  const hex = sid.slice(prefix.length);
  if (!sid.startsWith(prefix) || !/^[\da-f]{32}$/.test(hex)) return undefined;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The id of a message. Twilio gives the messages with pictures another prefix. */
export const messageIdOf = (sid: string): string | undefined => idOf("SM", sid.replace(/^MM/, "SM"));
