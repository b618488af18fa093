import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { newId } from "../../server/db/schema/ids.ts";
import { takeWithin } from "../../server/db/sql/large-rows.ts";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { buildBusinessNumber, buildContact, buildMessage, type TestTeam, uniquePhone } from "../support/factories.ts";

const app = useApp();

const pageBytes = 4_194_304;
const kibibyte = 1_024;

const bytesOf = (items: unknown[]) =>
  items.map((item) => Buffer.byteLength(JSON.stringify(item))).reduce((sum, bytes) => sum + bytes, 0);

interface Item {
  id: string;
}

/** All pages of a list, each within the limit or of a single item. */
async function walk(
  read: (cursor?: string) => Promise<{ items: Item[]; nextCursor: string | null; hasMore?: boolean }>,
) {
  const pages: Item[][] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await read(cursor);
    expect(page.items.length).toBeGreaterThan(0);
    if (page.items.length > 1) expect(bytesOf(page.items)).toBeLessThanOrEqual(pageBytes);
    if ("hasMore" in page) expect(page.hasMore).toBe(page.nextCursor !== null);
    pages.push(page.items);
    cursor = page.nextCursor;
  }
  return pages;
}

const query = (cursor?: string) => ({ per_page: 100, ...(cursor !== undefined && { cursor }) });

/** Gives a team's contacts metadata of a size, as they could be stored before it was limited. */
async function fatten(team: TestTeam, bytes: number, how: "random" | "repeated" = "repeated"): Promise<void> {
  const text = how === "random" ? randomBytes(bytes / 2).toString("hex") : "x".repeat(bytes);
  await app
    .em()
    .execute("update contact set metadata = ?::jsonb where team_id = ?", [JSON.stringify({ text }), team.id]);
}

async function buildContacts(
  client: Client,
  count: number,
  fields: (at: number) => object = () => ({}),
): Promise<void> {
  for (let at = 0; at < count; at += 1) await buildContact(client, { name: `Contact ${at}`, ...fields(at) });
}

test.each(["random", "repeated"] as const)(
  "a page of contacts ends at 4 MiB of JSON, regardless of compression: %s",
  async (how) => {
    const { client, team } = await app.signIn();
    await buildContacts(client, 14);
    await fatten(team, 400 * kibibyte, how);

    for (const filter of how === "random" ? [{}] : [{ query: "contact" }]) {
      const pages = await walk(async (cursor) => {
        const { contacts, ...page } = await client.listContacts({ query: { ...filter, ...query(cursor) } });
        return { items: contacts, ...page };
      });

      expect(pages.map(({ length }) => length)).toEqual([10, 4]);
      const names = pages.flat().map((contact) => (contact as unknown as { name: string }).name);
      expect(names).toEqual(Array.from({ length: 14 }, (_, at) => `Contact ${13 - at}`));
    }
  },
);

test("a contact that is larger than a page is returned unchanged on its own page", async () => {
  const { client, team } = await app.signIn();
  await buildContacts(client, 2);
  await fatten(team, 4.5 * 1_024 * kibibyte);

  const pages = await walk(async (cursor) => {
    const { contacts, ...page } = await client.listContacts({ query: query(cursor) });
    return { items: contacts, ...page };
  });

  expect(pages.map(({ length }) => length)).toEqual([1, 1]);
  const [contact] = pages.flat();
  const { phones, notes, ...whole } = await client.getContact({ path: { id: contact!.id } });
  expect(contact).toEqual(whole);
});

test("large and small contacts share a page", async () => {
  const { client } = await app.signIn();
  await buildContacts(client, 6, (at) =>
    at % 2 === 0
      ? {
          metadata: { text: "x".repeat(5_000) },
          tags: Array.from({ length: 90 }, (_, tag) => `tag-${tag}-${"é".repeat(200)}`),
        }
      : {},
  );

  const { contacts, hasMore } = await client.listContacts();

  expect(hasMore).toBe(false);
  for (const contact of contacts) {
    const { phones, notes, ...whole } = await client.getContact({ path: { id: contact.id } });
    expect(contact).toEqual(whole);
  }
});

test("a duplicate group has at most 1 MiB, its page at most 4 MiB, and all groups are returned", async () => {
  const { client, team } = await app.signIn();
  const shared = Array.from({ length: 6 }, uniquePhone);
  await buildContacts(client, 20, () => ({ phones: shared }));
  await fatten(team, 64 * kibibyte, "random");

  const pages = await walk(async (cursor) => {
    const { duplicateGroups, ...page } = await client.listDuplicateContacts({ query: query(cursor) });
    for (const { contacts } of duplicateGroups) {
      expect(bytesOf(contacts)).toBeLessThanOrEqual(1_024 * kibibyte);
      expect(contacts).toHaveLength(15);
    }
    return { items: duplicateGroups as unknown as Item[], ...page };
  });

  expect(pages.map(({ length }) => length)).toEqual([4, 2]);
  const newest = pages.flat().map((group) => (group as unknown as { contacts: { name: string }[] }).contacts[0]!.name);
  expect(newest).toEqual(Array(6).fill("Contact 19"));
});

test("duplicates of many small contacts are listed completely", async () => {
  const { client } = await app.signIn();
  await buildContacts(client, 30, (at) => ({ externalId: `crm-${at % 10}`, metadata: { at } }));

  const { duplicateGroups, hasMore } = await client.listDuplicateContacts({ query: query() });

  expect(hasMore).toBe(false);
  expect(duplicateGroups.map(({ contacts }) => contacts.map(({ name }) => name))).toEqual(
    Array.from({ length: 10 }, (_, at) => [29 - at, 19 - at, 9 - at].map((each) => `Contact ${each}`)),
  );
});

test("pages of threads, messages, replies and texts end at 4 MiB of JSON", async () => {
  const { client, team } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team });
  const phone = uniquePhone();
  let id = "";
  for (let at = 0; at < 12; at += 1) ({ threadId: id } = await buildMessage(app.em(), { team, number, phone }));
  for (let at = 0; at < 11; at += 1) await buildMessage(app.em(), { team, number });
  await app.em().execute("update message set body = repeat('é', 200000) where team_id = ?", [team.id]);
  await app.em().execute("update thread set last_body = repeat('é', 200000) where team_id = ?", [team.id]);

  const threads = await walk(async (cursor) => {
    const { threads: items, ...page } = await client.listThreads({ query: query(cursor) });
    return { items, ...page };
  });
  const messages = await walk(async (cursor) => {
    const { messages: items, nextCursor } = await client.listThreadMessages({ path: { id }, query: query(cursor) });
    return { items, nextCursor };
  });
  const replies = await walk(async (cursor) => {
    const given = { ...query(cursor), since: "2020-01-01" };
    const { replies: items, nextCursor } = await client.listThreadReplies({ path: { id }, query: given });
    return { items, nextCursor };
  });

  const texts = await walk(async (cursor) => {
    const { messages: items, ...page } = await client.listMessages({ query: { phone, ...query(cursor) } });
    return { items, ...page };
  });

  for (const pages of [threads, messages, replies, texts]) {
    expect(pages.map(({ length }) => length)).toEqual([10, 2]);
    expect(new Set(pages.flat().map((item) => item.id)).size).toBe(12);
  }
});

test("the contents of large rows are read in small steps until the page is full", async () => {
  const rows = Array.from({ length: 100 }, () => ({ id: newId(), text: null as string | null }));
  const read: number[] = [];

  const taken = await takeWithin(rows, {
    maxBytes: 20_000,
    isPartial: ({ text }) => text === null,
    async readWhole(ids) {
      read.push(ids.length);
      return ids.map((each) => ({ id: each, text: "x".repeat(1_000) }));
    },
  });

  expect(taken.length).toBe(18);
  expect(read).toEqual([16, 16]);
});
