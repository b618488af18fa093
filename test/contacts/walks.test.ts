import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { buildContact, uniquePhone } from "../support/factories.ts";

const app = useApp();

interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** Follows the cursors to the end. */
async function walk<Item>(
  read: (query: { per_page: number; cursor?: string }) => Promise<Page<Item>>,
  per_page: number,
) {
  const items: Item[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page: Page<Item> = await read({ per_page, ...(cursor !== undefined && { cursor }) });
    items.push(...page.items);
    expect(items.length, "a walk that ends").toBeLessThan(1_000);
    cursor = page.nextCursor;
  }
  return items;
}

/** Does things over and over until `work` is done. */
async function meanwhile<Result>(writers: ((turn: number) => Promise<unknown>)[], work: () => Promise<Result>) {
  let done = false;
  const writing = writers.map(async (write) => {
    for (let turn = 0; !done; turn += 1) await write(turn);
  });
  try {
    return await work();
  } finally {
    done = true;
    await Promise.all(writing);
  }
}

const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);

/** Creates contacts and removes each after some more calls, so that contacts come and go on every page. */
function comeAndGo(client: Client, keeper: string, make: (turn: number) => object) {
  const there: string[] = [];
  return async (turn: number) => {
    there.push((await buildContact(client, make(turn))).id);
    if (there.length < 4) return;
    const [sourceContactId] = there.splice(turn % 4, 1);
    await client.mergeContacts({ body: { sourceContactId: sourceContactId!, targetContactId: keeper } });
  };
}

test.each([
  ["all", {}],
  ["contacts with a tag", { tag: "vip" }],
  ["contacts with an external id", { external_id: "crm-1" }],
  ["contacts that a query finds", { query: "lovelace" }],
  ["contacts whose name begins with a text", { query: "ad" }],
  ["contacts that have changed", { updated_after: "2020-01-01" }],
])("paging through %s during writes repeats no item and misses no unchanged item", async (_, filter) => {
  const { client } = await app.signIn();
  const fields = { name: "Ada Lovelace", tags: ["vip"], externalId: "crm-1" };
  const quiet: string[] = [];
  const busy: string[] = [];
  for (let count = 0; count < 10; count += 1) {
    quiet.unshift((await buildContact(client, fields)).id);
    if (count % 3 === 0) busy.push((await buildContact(client, fields)).id);
  }
  const keeper = await buildContact(client, { name: "Keeper" });
  const change = (turn: number) => {
    // The keeper comes to pass the filters and ceases to.
    const body = turn % 2 === 0 ? { name: "Grace", tags: [], externalId: null } : fields;
    return client.updateContact({ path: { id: busy[turn % busy.length]! }, body });
  };
  const read = async (query: object) => {
    const { contacts: items, nextCursor } = await client.listContacts({ query: { ...filter, ...query } });
    return { items, nextCursor };
  };

  await meanwhile([change, comeAndGo(client, keeper.id, () => fields)], async () => {
    for (const perPage of [1, 4]) {
      const seen = idsOf(await walk(read, perPage));
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((id) => quiet.includes(id))).toEqual(quiet);
    }
  });
});

test("paging through the duplicates during writes returns every unchanged group once, and no group of one contact", async () => {
  const { client } = await app.signIn();
  const quiet: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    const phones = [uniquePhone()];
    await buildContact(client, { phones });
    quiet.unshift((await buildContact(client, { phones })).id);
  }
  const keeper = await buildContact(client, { name: "Keeper" });
  const shared = uniquePhone();
  const pair = async () => {
    const fields = { phones: [uniquePhone()], externalId: "crm-1", name: "Ada Lovelace", company: "Engines" };
    const [a, b] = [await buildContact(client, fields), await buildContact(client, fields)];
    await client.mergeContacts({ body: { sourceContactId: b.id, targetContactId: a.id } });
    await client.mergeContacts({
      body: { sourceContactId: a.id, targetContactId: keeper.id, strategy: "prefer_target" },
    });
  };
  const read = async (query: object) => {
    const { duplicateGroups: items, nextCursor } = await client.listDuplicateContacts({ query });
    return { items, nextCursor };
  };

  await meanwhile([pair, comeAndGo(client, keeper.id, () => ({ phones: [shared, uniquePhone()] }))], async () => {
    const walks = await Promise.all([1, 4, 100, 100, 100].map((perPage) => walk(read, perPage)));
    for (const groups of walks) {
      for (const { contacts } of groups) {
        expect(contacts.length).toBeGreaterThan(1);
        expect(new Set(idsOf(contacts)).size).toBe(contacts.length);
      }
      const still = groups.map(({ contacts }) => contacts[0]!.id).filter((id) => quiet.includes(id));
      expect(still).toEqual(quiet);
    }
  });
});
