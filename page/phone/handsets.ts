import type { SimulatedText } from "../../generated/api.ts";
import { laterStatus, mergeRows } from "../store.ts";

/** A text from a handset to a business number. */
export interface Reply {
  id: string;
  from: string;
  to: string;
  text: string;
  createdAt: string;
}

/** A change of the consent of a handset. */
export interface ConsentNote {
  id: string;
  phone: string;
  consent: string;
  createdAt: string;
}

/** What the handsets show: texts to them, texts from them, and changes of their consents, each the oldest first. */
export interface Handsets {
  texts: SimulatedText[];
  replies: Reply[];
  notes: ConsentNote[];
}

export const noHandsets: Handsets = { texts: [], replies: [], notes: [] };

/** A line of a handset's screen. */
export type Entry =
  | { kind: "text"; createdAt: string; text: SimulatedText }
  | { kind: "reply"; createdAt: string; reply: Reply }
  | { kind: "note"; createdAt: string; note: ConsentNote };

/** The most texts that are kept: the server keeps as many of a team. */
const maxTexts = 1_000;

/** Adds texts, or newer versions of them. A status never goes back. */
export function addTexts(handsets: Handsets, arrived: readonly SimulatedText[]): Handsets {
  const texts = mergeRows(handsets.texts, arrived, (known, reported) => {
    const status = laterStatus(known.status, reported.status);
    return { ...reported, status, errorCode: status === reported.status ? reported.errorCode : known.errorCode };
  });
  return { ...handsets, texts: texts.slice(-maxTexts) };
}

export function addReplies(handsets: Handsets, arrived: readonly Reply[]): Handsets {
  return { ...handsets, replies: mergeRows(handsets.replies, arrived, (known) => known).slice(-maxTexts) };
}

export function addNote(handsets: Handsets, note: ConsentNote): Handsets {
  return { ...handsets, notes: mergeRows(handsets.notes, [note], (known) => known).slice(-maxTexts) };
}

/** Raises the status of a text; undefined if the text is not known. */
export function raiseStatus(
  handsets: Handsets,
  id: string,
  status: SimulatedText["status"],
  errorCode: string | null,
): Handsets | undefined {
  const text = handsets.texts.find((each) => each.id === id);
  return text && addTexts(handsets, [{ ...text, status, errorCode }]);
}

/** The screen of a handset. Timestamps are compared as strings, because they have a fixed width. */
export function screenOf({ texts, replies, notes }: Handsets, phone: string): Entry[] {
  const entries: Entry[] = [
    ...texts.filter(({ to }) => to === phone).map((text) => ({ kind: "text" as const, ...timeOf(text), text })),
    ...replies
      .filter(({ from }) => from === phone)
      .map((reply) => ({ kind: "reply" as const, ...timeOf(reply), reply })),
    ...notes.filter((note) => note.phone === phone).map((note) => ({ kind: "note" as const, ...timeOf(note), note })),
  ];
  return entries.sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0));
}

const timeOf = ({ createdAt }: { createdAt: string }) => ({ createdAt });

/** A handset in the list: its number, and its newest line. */
export interface ListedHandset {
  phone: string;
  last: string | undefined;
  lastAt: string | undefined;
}

/** The handsets that have a text, the newest first, and then those that were added on the page. */
export function listHandsets({ texts, replies }: Handsets, added: readonly string[]): ListedHandset[] {
  const newest = new Map<string, ListedHandset>();
  const note = (phone: string, last: string, lastAt: string) => {
    const before = newest.get(phone)?.lastAt;
    if (before === undefined || before <= lastAt) newest.set(phone, { phone, last, lastAt });
  };
  for (const { to, text, createdAt } of texts) note(to, text, createdAt);
  for (const { from, text, createdAt } of replies) note(from, text, createdAt);
  const listed = [...newest.values()].sort((a, b) => (a.lastAt! < b.lastAt! ? 1 : -1));
  const empty = added.filter((phone) => !newest.has(phone));
  return [...listed, ...empty.map((phone) => ({ phone, last: undefined, lastAt: undefined }))];
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
