/**
 * What the browser keeps of the inbox: drafts for the tab, and what was read for the browser. There is no state of it on the
 * server, because there are no users. Only drafts have texts.
 */

/** A text that is not sent yet, or whose outcome is not known. */
export interface Draft {
  text: string;
  /** When to send it, in the zone of the browser, as `2026-11-27T09:00`; empty until a time is chosen. Absent: at once. */
  sendAt?: string | undefined;
  /** The idempotency key of the request whose outcome is not known. A repetition has the same one. */
  unknownKey?: string | undefined;
}

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const draftName = (thread: string) => `messaging.draft.${thread}`;

export function findDraft(store: Store, thread: string): Draft | undefined {
  return JSON.parse(store.getItem(draftName(thread)) ?? "null") ?? undefined;
}

export function keepDraft(store: Store, thread: string, draft: Draft): void {
  if (draft.text === "") store.removeItem(draftName(thread));
  else store.setItem(draftName(thread), JSON.stringify(draft));
}

/** The most threads whose newest seen text is kept. */
const maxSeen = 2_000;

/** Which texts somebody at this browser has seen. */
export interface Seen {
  /** The newest text at the first use of the inbox. Earlier texts count as seen. */
  since: string;
  /** The newest seen text of each thread, by its `createdAt`. The thread that was seen last is the last one. */
  threads: Record<string, string>;
}

const seenName = (team: string) => `messaging.seen.${team}`;

export function findSeen(store: Store, team: string): Seen | undefined {
  return JSON.parse(store.getItem(seenName(team)) ?? "null") ?? undefined;
}

/** Notes that the texts of a thread up to a time were seen. Forgets the threads that were seen long ago. */
export function markSeen(store: Store, team: string, seen: Seen, thread: string, at: string): Seen {
  if ((seen.threads[thread] ?? seen.since) >= at) return seen;
  const { [thread]: _, ...others } = seen.threads;
  const kept = Object.entries({ ...others, [thread]: at }).slice(-maxSeen);
  const next = { ...seen, threads: Object.fromEntries(kept) };
  keepSeen(store, team, next);
  return next;
}

export const keepSeen = (store: Store, team: string, seen: Seen): void =>
  store.setItem(seenName(team), JSON.stringify(seen));

/** Whether a thread has a received text that nobody at this browser has seen. */
export function isUnread(
  seen: Seen | undefined,
  { id, lastDirection, lastMessageAt }: { id: string; lastDirection: string; lastMessageAt: string },
): boolean {
  if (!seen || lastDirection !== "inbound") return false;
  return lastMessageAt > seen.since && lastMessageAt > (seen.threads[id] ?? "");
}
