import { firstHandset } from "./handsets.ts";

/** What the lines are fitted to. */
interface Fitting {
  /** The address of the server without a final slash. */
  baseUrl: string;
  teamId: string;
  /** The handset that the texts are for. */
  phone: string;
}

/**
 * The lines of an example with the address of this server, the team's ids at doors and the recipient. The name of a sender, which
 * a handset can have instead of a phone, never gets into lines that somebody may run.
 */
export function fitLines(lines: string, { baseUrl, teamId, phone }: Fitting): string {
  const recipient = /^\+\d{7,15}$/.test(phone) ? phone : firstHandset;
  return lines
    .replaceAll("https://sms.example.com", () => baseUrl)
    .replaceAll(/\b(AC|MG)0123456789abcdef0123456789abcdef\b/g, (_, prefix) => prefix + teamId.replaceAll("-", ""))
    .replaceAll(firstHandset, recipient);
}
