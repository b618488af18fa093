import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { buildContact } from "../support/factories.ts";
import { chainedNames } from "../support/similar-names.ts";

const app = useApp();

/** The names of the members of each group of similar names, sorted. */
async function groupsOf(client: Client): Promise<string[][]> {
  const { duplicateGroups } = await client.listDuplicateContacts({ query: { per_page: 100 } });
  for (const { reason } of duplicateGroups) expect(reason).toBe("similar_name");
  return duplicateGroups.map(({ contacts }) => contacts.map(({ name }) => name).toSorted()).toSorted();
}

/** Creates a team with contacts of one company. Their names are those of a chain, by position. */
async function buildChain(...places: number[]) {
  const { client } = await app.signIn();
  const ids = new Map<number, string>();
  for (const place of places) {
    ids.set(place, (await buildContact(client, { name: chainedNames[place]!, company: "Navy" })).id);
  }
  const path = (place: number) => ({ id: ids.get(place)! });
  const groups = async () =>
    (await groupsOf(client)).map((names) => names.map((name) => chainedNames.indexOf(name)).toSorted());
  const merge = (source: number, target: number, fields: object = {}) =>
    client.mergeContacts({ body: { sourceContactId: path(source).id, targetContactId: path(target).id, fields } });
  return { client, path, groups, merge };
}

async function signInWith(...contacts: { name: string; company?: string }[]) {
  const { client } = await app.signIn();
  const ids: string[] = [];
  for (const contact of contacts) ids.push((await buildContact(client, contact)).id);
  return { client, paths: ids.map((id) => ({ id })) };
}

test("similar names in the same company are a group, and other names or companies are not", async () => {
  const { client } = await signInWith(
    { name: "Ada Lovelace", company: "Analytical Engines" },
    { name: "Grace Hopper", company: "Analytical Engines" },
    { name: "Ada Lovelase", company: "Analytical Engines" },
    { name: "Ada Lovelace", company: "Analytical Engines Ltd" },
    { name: "Ada Lovelace" },
  );

  const { duplicateGroups } = await client.listDuplicateContacts();
  expect(duplicateGroups).toMatchObject([
    {
      reason: "similar_name",
      contacts: [{ name: "Ada Lovelase" }, { name: "Ada Lovelace", company: "Analytical Engines" }],
    },
  ]);
});

test.each([
  ["Navy", "NAVY"],
  ["École", "éCOLE"],
  ["ООО Ромашка", "ооо ромашка"],
])("companies are compared without case: %s, %s", async (company, same) => {
  const { client } = await signInWith({ name: "Ada Lovelace", company }, { name: "Ada Lovelace", company: same });

  expect(await groupsOf(client)).toEqual([["Ada Lovelace", "Ada Lovelace"]]);
});

test.each([
  ["ada lovelace", "ADA LOVELACE"],
  ["Lovelace, Ada", "Ada Lovelace"],
  ["Иван Петров", "Иван Петрoв"],
  ["李小龍", "李小龍"],
  ["Zoë Ångström", "ZOË ÅNGSTRÖM"],
])("names are similar in any case, order and script: %s, %s", async (name, similar) => {
  const { client } = await signInWith({ name, company: "Navy" }, { name: similar, company: "Navy" });

  expect(await groupsOf(client)).toEqual([[name, similar].toSorted()]);
});

test.each([undefined, "", " "])("contacts with the company %j are not duplicates by name", async (company) => {
  const contact = { name: "Ada Lovelace", ...(company !== undefined && { company }) };
  const { client } = await signInWith(contact, contact);

  expect(await groupsOf(client)).toEqual([]);
});

test("similar names are found in a company of any size, also when contacts move and leave", async () => {
  const { client } = await app.signIn();
  const nameOf = (n: number) => createHash("sha256").update(`contact ${n}`).digest("hex").slice(0, 16);
  const contacts = await Promise.all(
    Array.from({ length: 70 }, (_, n) => buildContact(client, { name: nameOf(n), company: "Navy" })),
  );
  expect(await groupsOf(client)).toEqual([]);

  const chosen = [contacts[0]!, contacts[35]!, contacts[69]!];
  for (const { name } of chosen) await buildContact(client, { name, company: "NAVY" });
  const pairs = chosen.map(({ name }) => [name, name]).toSorted();
  expect(await groupsOf(client)).toEqual(pairs);

  for (const { id } of chosen) await client.updateContact({ path: { id }, body: { company: "Army" } });
  expect(await groupsOf(client)).toEqual([]);
  for (const { id } of chosen) await client.updateContact({ path: { id }, body: { company: "Navy" } });
  expect(await groupsOf(client)).toEqual(pairs);
});

test("a new name or company moves a contact into a group or out of it", async () => {
  const { client, paths } = await signInWith(
    { name: "Ada Lovelace", company: "Navy" },
    { name: "Grace Hopper", company: "Navy" },
    { name: "Ada Lovelace", company: "Army" },
  );
  const path = paths[1]!;
  const after = async (body: object) => {
    await client.updateContact({ path, body });
    return (await groupsOf(client)).flat().length;
  };

  expect(await after({ name: "Ada Lovelace" })).toBe(2);
  expect(await after({ company: "Army" })).toBe(2);
  expect(await after({ company: "army", role: "Engineer" })).toBe(2);
  expect(await after({ company: null })).toBe(0);
  expect(await after({ company: "Navy" })).toBe(2);
  expect(await after({ name: "Grace Hopper" })).toBe(0);
});

test("names that are similar through other names are one group, in any order of creation", async () => {
  for (const order of [
    [0, 1, 2],
    [0, 2, 1],
    [4, 0, 2, 3, 1],
  ]) {
    const { groups } = await buildChain(...order);
    expect(await groups()).toEqual([order.toSorted()]);
  }
});

test("a chain splits when its middle is renamed, and joins again when the name returns", async () => {
  const { client, path, groups } = await buildChain(0, 1, 2, 3, 4);

  await client.updateContact({ path: path(2), body: { name: "Somebody else" } });
  expect(await groups()).toEqual([
    [0, 1],
    [3, 4],
  ]);

  await client.updateContact({ path: path(2), body: { name: chainedNames[2]! } });
  expect(await groups()).toEqual([[0, 1, 2, 3, 4]]);

  await client.updateContact({ path: path(1), body: { company: "Army" } });
  expect(await groups()).toEqual([[2, 3, 4]]);
});

test("a chain splits when its middle is merged away", async () => {
  const { groups, merge } = await buildChain(0, 1, 2, 3, 6);
  expect(await groups()).toEqual([[0, 1, 2, 3]]);

  await merge(1, 6);
  expect(await groups()).toEqual([[2, 3]]);
  await merge(2, 3);
  expect(await groups()).toEqual([]);
});

test.each([
  [0, 1, 2, 3, 4],
  [4, 3, 2, 1, 0],
  [2, 3, 4, 0, 1],
])(
  "a target that takes over the source's name replaces the source in its group (%i, %i, %i, %i, %i)",
  async (...order) => {
    const { groups, merge, path, client } = await buildChain(...order);

    await merge(2, 1, { name: "prefer_source" });

    expect((await client.getContact({ path: path(1) })).name).toBe(chainedNames[2]);
    // The first contact was similar to the target's old name only.
    expect(await groups()).toEqual([[2, 3, 4]]);
  },
);

test("an upsert moves a contact between groups like an update", async () => {
  const { client, path, groups } = await buildChain(0, 1, 4, 5);

  await client.upsertContact({ body: { ...path(1), name: chainedNames[6]! } });

  expect(await groups()).toEqual([[4, 5, 6]]);
});

/** Creates a team with many contacts of similar names in one company. Returns their ids in order. */
async function buildCrowd(count: number) {
  const { client, team } = await app.signIn({ withNumber: false });
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    ids.push((await buildContact(client, { name: `Ada Lovelace ${number}`, company: "Navy" })).id);
  }
  return { client, team, ids };
}

/** The transactions that wrote the rows of contacts and of groups last, by the rows' keys. */
async function readWriters(teamId: string): Promise<Map<string, string>> {
  const rows: { key: string; writer: string }[] = await app.em().execute(
    `select id::text as key, xmin::text as writer from contact where team_id = ?
     union all select reason || key, xmin::text from duplicate_group where team_id = ?`,
    [teamId, teamId],
  );
  return new Map(rows.map(({ key, writer }) => [key, writer]));
}

test("a write does not write the rows of unchanged contacts with similar names, however many there are", async () => {
  const { client, team, ids } = await buildCrowd(115);
  /** The number of rows that are new or written by some work. */
  const countWritten = async (work: () => Promise<unknown>) => {
    const before = await readWriters(team.id);
    await work();
    return [...(await readWriters(team.id))].filter(([key, writer]) => before.get(key) !== writer).length;
  };
  const create = (name: string) => () => buildContact(client, { name, company: "Navy" });
  const update = (at: number, body: object) => () => client.updateContact({ path: { id: ids[at]! }, body });

  // The rows of the contact and of its group, because the contact is the newest now.
  expect(await countWritten(create("Ada Lovelace"))).toBe(2);
  expect(await countWritten(create("Lovelace, Ada 7"))).toBe(2);
  expect(await countWritten(update(110, { name: "Ada Lovelace the 2nd" }))).toBe(1);
  // A crowded contact replaces this contact in the index of names.
  expect(await countWritten(update(50, { name: "Grace Hopper" }))).toBe(2);
  expect(await countWritten(update(50, { role: "Admiral" }))).toBe(1);
  const [group, ...others] = await groupsOf(client);
  expect(group).toHaveLength(100);
  expect(others).toEqual([]);
});

test("a crowded group that shrinks is an ordinary group, in which every name is found", async () => {
  const { client, team, ids } = await buildCrowd(106);
  const stay = 12;
  for (const id of ids.slice(0, -stay)) await client.updateContact({ path: { id }, body: { company: "Army" } });
  const groupIn = async (company: string) =>
    (await client.listDuplicateContacts()).duplicateGroups.find(({ contacts }) => contacts[0]!.company === company)!;

  await buildContact(client, { name: "Lovelace, Ada 103", company: "Navy" });

  expect((await groupIn("Navy")).contacts).toHaveLength(stay + 1);
  expect((await groupIn("Army")).contacts).toHaveLength(106 - stay);
  expect(await app.em().execute("select id from contact where team_id = ? and is_crowded", [team.id])).toEqual([]);
});
