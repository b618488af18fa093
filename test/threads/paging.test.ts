import fc from "fast-check";
import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { buildBusinessNumber, buildMessage, uniquePhone } from "../support/factories.ts";

const app = useApp();

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Creates a team with a number and threads with this many phones. */
async function buildThreads(count: number) {
  const { client, team } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team });
  const phones = times(count, uniquePhone);
  const write = (phone = uniquePhone()) => buildMessage(app.em(), { team, number, phone });
  for (const phone of phones) await write(phone);
  return { client, team, phones, write };
}

interface Item {
  id: string;
}

/** A page of any of the lists. */
type ReadPage = (query: { per_page: number; cursor?: string }) => Promise<{ items: Item[]; nextCursor: string | null }>;

/** Follows the cursors to the end; `between` runs after each page. */
async function walk(read: ReadPage, per_page: number, between = async (_page: number) => {}): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null | undefined;
  for (let page = 0; cursor !== null; page += 1) {
    const answer = await read({ per_page, ...(cursor !== undefined && { cursor }) });
    // Only the last page may be short. It is empty if the remaining items have moved to the top.
    if (answer.nextCursor !== null) expect(answer.items).toHaveLength(per_page);
    items.push(...answer.items);
    cursor = answer.nextCursor;
    await between(page);
  }
  return items;
}

const threadsOf =
  (client: Client): ReadPage =>
  async (query) => {
    const { threads, hasMore, nextCursor } = await client.listThreads({ query });
    expect(hasMore).toBe(nextCursor !== null);
    return { items: threads, nextCursor };
  };

const messagesOf =
  (client: Client, id: string): ReadPage =>
  async (query) => {
    const { messages, nextCursor } = await client.listThreadMessages({ path: { id }, query });
    return { items: messages, nextCursor };
  };

const repliesOf =
  (client: Client, id: string, since: string): ReadPage =>
  async (query) => {
    const { replies, nextCursor } = await client.listThreadReplies({ path: { id }, query: { since, ...query } });
    return { items: replies, nextCursor };
  };

const ids = (items: Item[]) => items.map(({ id }) => id);

const ages = fc.array(fc.nat(), { minLength: 0, maxLength: 8 });

test("a page has 15 items by default, and at most 100", async () => {
  const { client } = await buildThreads(17);
  const { threadId } = await client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
  await Promise.all(times(105, () => client.sendText({ body: { threadId, message: "hello" } })));

  expect((await client.listThreads()).threads).toHaveLength(15);
  expect((await client.listThreadMessages({ path: { id: threadId } })).messages).toHaveLength(15);
  const longest = await client.listThreadMessages({ path: { id: threadId }, query: { per_page: 100 } });
  expect(longest.messages).toHaveLength(100);
  expect(longest.nextCursor).not.toBeNull();
});

test("a list that exactly fills its last page ends there", async () => {
  const { client } = await buildThreads(4);

  const first = await client.listThreads({ query: { per_page: 2 } });
  const second = await client.listThreads({ query: { per_page: 2, cursor: first.nextCursor! } });

  expect([first.hasMore, second.hasMore]).toEqual([true, false]);
  expect(second.nextCursor).toBeNull();
});

test("the page size may change from page to page", async () => {
  const { client } = await buildThreads(5);
  const all = ids((await client.listThreads()).threads);

  const first = await client.listThreads({ query: { per_page: 2 } });
  const rest = await client.listThreads({ query: { per_page: 100, cursor: first.nextCursor! } });

  expect(ids([...first.threads, ...rest.threads])).toEqual(all);
});

test("paging through the threads during inbound messages repeats no thread and misses no unchanged thread", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), ages, async (perPage, arrivals) => {
      const { client, phones, write } = await buildThreads(7);
      const { threads } = await client.listThreads();
      const disturbed = new Set<string>();

      const seen = await walk(threadsOf(client), perPage, async (page) => {
        const arrival = arrivals[page];
        if (arrival === undefined) return;
        // The text goes to an existing thread or to a new thread.
        disturbed.add((await write(phones[arrival % (phones.length + 1)])).threadId);
      });

      expect(new Set(ids(seen)).size).toBe(seen.length);
      const quiet = ids(threads).filter((id) => !disturbed.has(id));
      expect(ids(seen).filter((id) => !disturbed.has(id))).toEqual(quiet);
    }),
    { numRuns: 10 },
  );
});

test("paging through the messages during inbound messages returns the initial messages once each, in order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), ages, async (perPage, arrivals) => {
      const { client, phones, write } = await buildThreads(1);
      const { threadId } = await write(phones[0]);
      for (let count = 0; count < 6; count += 1) await write(phones[0]);
      const before = ids((await client.listThreadMessages({ path: { id: threadId } })).messages);

      const seen = await walk(messagesOf(client, threadId), perPage, async (page) => {
        if (arrivals[page] !== undefined) await write(phones[0]);
      });

      expect(ids(seen)).toEqual(before);
    }),
    { numRuns: 10 },
  );
});

test("paging through the replies during inbound messages returns every reply once, in order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), ages, async (perPage, arrivals) => {
      const { client, phones, write } = await buildThreads(1);
      const first = await write(phones[0]);
      const expected: string[] = [];
      for (let count = 0; count < 5; count += 1) expected.push((await write(phones[0])).id);

      const seen = await walk(repliesOf(client, first.threadId, first.createdAt), perPage, async (page) => {
        // What comes after the last page is for the next poll.
        const isLast = expected.length <= (page + 1) * perPage;
        if (arrivals[page] !== undefined && !isLast) expected.push((await write(phones[0])).id);
      });

      expect(ids(seen)).toEqual(expected);
    }),
    { numRuns: 10 },
  );
});

test("threads with equal or adjacent timestamps are paged like all others", async () => {
  const { client, team } = await buildThreads(9);
  const moments = times(9, (index) => `2026-03-01T12:00:00.00000${Math.floor(index / 3)}Z`);
  const before = (await client.listThreads()).threads;
  for (const [index, { id }] of before.entries()) {
    await app
      .em()
      .execute("update thread set last_message_at = ?::timestamptz where team_id = ? and id = ?", [
        moments[index]!,
        team.id,
        id,
      ]);
  }

  const expected = before
    .map(({ id }, index) => ({ id, key: `${moments[index]} ${id}` }))
    .sort((a, b) => (a.key < b.key ? 1 : -1));
  for (const perPage of [1, 2, 4]) expect(ids(await walk(threadsOf(client), perPage))).toEqual(ids(expected));
});
