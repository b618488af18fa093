import type { SimulatedText } from "../../generated/api.ts";
import { laterStatus, mergeRows } from "../store.ts";

/** A text from a handset to a business number. */
export interface Reply {
  kind: "reply";
  id: string;
  from: string;
  to: string;
  text: string;
  createdAt: string;
}

/** A line of a handset's screen: a text or a passcode to it, or a text from it. */
export type Line = SimulatedText | Reply;

/** The most lines that are kept. The server keeps a thousand texts of a team. */
const maxLines = 2_000;

/** The number of the handset that shows a line. */
export const handsetOf = (line: Line) => (line.kind === "reply" ? line.from : line.to);

/** Adds lines, or newer versions of them, the oldest first. A status never goes back. */
export function addLines(known: Line[], arrived: readonly Line[]): Line[] {
  const merge = (before: Line, reported: Line): Line => {
    if (before.kind === "reply" || reported.kind === "reply") return before;
    const status = laterStatus(before.status, reported.status);
    return { ...reported, status, errorCode: status === reported.status ? reported.errorCode : before.errorCode };
  };
  return mergeRows(known, arrived, merge).slice(-maxLines);
}

/** Raises the status of a text; undefined if the text is not known. */
export function raiseStatus(
  lines: Line[],
  id: string,
  status: SimulatedText["status"],
  errorCode: string | null,
): Line[] | undefined {
  const line = lines.find((each) => each.id === id);
  return line && addLines(lines, [{ ...line, status, errorCode } as Line]);
}

/** A handset in the list, with its newest line. */
export interface ListedHandset {
  phone: string;
  last?: Line;
}

/** The handsets that have a line, that with the newest first, and then those that were added on the page. */
export function listHandsets(lines: Line[], added: readonly string[]): ListedHandset[] {
  const newest = new Map<string, ListedHandset>();
  for (const last of lines.toReversed()) {
    const phone = handsetOf(last);
    if (!newest.has(phone)) newest.set(phone, { phone, last });
  }
  const empty = added.filter((phone) => !newest.has(phone));
  return [...newest.values(), ...empty.map((phone) => ({ phone }))];
}

/** The handset of a newcomer. */
export const firstHandset = "+12025550123";

/** A free number of those that belong to nobody: +1 202 555 0101 to 0199. The numbers of the team are not free. */
export function newNumber(taken: ReadonlySet<string>): string | undefined {
  const numbers = Array.from({ length: 99 }, (_, index) => `+120255501${String(index + 1).padStart(2, "0")}`);
  return numbers.find((number) => !taken.has(number));
}

/** The recipient whose texts wait for a status. */
export const waitingRecipient = "+15005550005";

/** The recipients of the simulated carrier that do something by themselves. */
export const magicRecipients = [
  { phone: "+15005550001", does: "refuses the text" },
  { phone: "+15005550002", does: "is never reached" },
  { phone: "+15005550004", does: "has opted out" },
  { phone: waitingRecipient, does: "waits for your status" },
  { phone: "+15005550006", does: "answers YES" },
  { phone: "+15005550009", does: "gets 12345678 in test mode" },
];
