import type { MessageThread, ReceivedData } from "../../generated/api.ts";

/** The most rows of the list. Whoever needs more narrows the search. */
export const maxRows = 2_000;

/** Joins threads with newer versions and new ones, the newest text first. An unchanged thread stays the same object. */
export function mergeThreads(known: MessageThread[], arrived: MessageThread[]): MessageThread[] {
  const rows = new Map(known.map((row) => [row.id, row]));
  for (const row of arrived) {
    const before = rows.get(row.id);
    const isNews =
      !before || (before.lastMessageAt <= row.lastMessageAt && JSON.stringify(before) !== JSON.stringify(row));
    if (isNews) rows.set(row.id, row);
  }
  // Times have a fixed width, so their strings have their order.
  const keyOf = ({ lastMessageAt, id }: MessageThread) => lastMessageAt + id;
  return [...rows.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1)).slice(0, maxRows);
}

/** Puts a received text into its thread, if that is known. */
export function withReceived(rows: MessageThread[], data: ReceivedData): MessageThread[] {
  const thread = rows.find(({ id }) => id === data.threadId);
  const newest = { lastDirection: "inbound", lastBody: data.text, lastMessageAt: data.createdAt } as const;
  return thread ? mergeThreads(rows, [{ ...thread, ...newest }]) : rows;
}
