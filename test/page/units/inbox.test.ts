import fc from "fast-check";
import { expect, test } from "vitest";
import type { MessageThread } from "../../../generated/api.ts";
import { mergeThreads, withReceived } from "../../../page/inbox/merge-threads.ts";
import { findDraft, findSeen, isUnread, keepDraft, keepSeen, markSeen } from "../../../page/kept.ts";

/** The storage of a browser. */
function newStore() {
  const values = new Map<string, string>();
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  };
}

const timeAt = (second: number) => `2026-11-26T10:00:00.${String(second).padStart(6, "0")}Z`;

const threadAt = (id: string, second: number): MessageThread => ({
  id,
  contactName: id,
  contactPhone: "+12025550123",
  senderName: "Main",
  senderPhone: "+12025550100",
  lastDirection: "inbound",
  lastBody: `text ${second}`,
  lastMessageAt: timeAt(second),
  tags: [],
});

test("threads are ordered by their newest texts, whatever arrives when, and none goes back", () => {
  const threads = fc.array(fc.record({ id: fc.constantFrom("a", "b", "c", "d"), second: fc.nat(50) }), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(threads, (arrivals) => {
      const rows = arrivals.reduce<MessageThread[]>(
        (known, { id, second }) => mergeThreads(known, [threadAt(id, second)]),
        [],
      );

      const newest = new Map<string, number>();
      for (const { id, second } of arrivals) newest.set(id, Math.max(second, newest.get(id) ?? 0));
      expect(new Map(rows.map(({ id, lastMessageAt }) => [id, lastMessageAt]))).toEqual(
        new Map([...newest].map(([id, second]) => [id, timeAt(second)])),
      );
      const times = rows.map(({ lastMessageAt }) => lastMessageAt);
      expect(times).toEqual(times.toSorted().toReversed());
    }),
  );
});

test("a received text moves its thread to the top, and leaves the other rows as they are", () => {
  const rows = [threadAt("b", 2), threadAt("a", 1)];
  const received = { threadId: "a", text: "new", createdAt: timeAt(3) } as Parameters<typeof withReceived>[1];

  const [first, second] = withReceived(rows, received);

  expect(first).toMatchObject({ id: "a", lastBody: "new", lastDirection: "inbound" });
  expect(second).toBe(rows[0]);
  expect(withReceived(rows, { ...received, threadId: "z" })).toBe(rows);
});

test("a thread is unread while its newest text was received after the last look", () => {
  const store = newStore();
  keepSeen(store, "acme", { since: timeAt(5), threads: {} });
  const seen = () => findSeen(store, "acme")!;

  expect(isUnread(seen(), threadAt("a", 5))).toBe(false);
  expect(isUnread(seen(), threadAt("a", 6))).toBe(true);
  expect(isUnread(seen(), { ...threadAt("a", 6), lastDirection: "outbound" })).toBe(false);
  markSeen(store, "acme", seen(), "a", timeAt(6));
  expect(isUnread(seen(), threadAt("a", 6))).toBe(false);
  expect(isUnread(seen(), threadAt("b", 6))).toBe(true);
  expect(findSeen(store, "other")).toBeUndefined();
});

test("the 2,000 threads that were seen last are kept, and those of long ago are forgotten", () => {
  const store = newStore();
  const earlier = Array.from({ length: 2_000 }, (_, index) => [`thread ${index + 1}`, timeAt(index + 1)]);

  const seen = markSeen(
    store,
    "acme",
    { since: timeAt(0), threads: Object.fromEntries(earlier) },
    "thread 2001",
    timeAt(2_001),
  );

  expect(Object.keys(seen.threads)).toHaveLength(2_000);
  expect(seen.threads).not.toHaveProperty(["thread 1"]);
});

test("a draft keeps the key of an unknown outcome, and an empty one is removed", () => {
  const store = newStore();
  keepDraft(store, "a", { text: "hello", unknownKey: "key" });

  expect(findDraft(store, "a")).toEqual({ text: "hello", unknownKey: "key" });
  keepDraft(store, "a", { text: "" });
  expect(store.getItem("messaging.draft.a")).toBeNull();
  expect(findDraft(store, "a")).toBeUndefined();
});
