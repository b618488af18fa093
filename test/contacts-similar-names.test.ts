import { expect, test } from "vitest";
import { useApp } from "./support/app.ts";
import type { Client } from "./support/client.ts";
import { buildContact } from "./support/factories.ts";
import { chainedNames } from "./support/similar-names.ts";

const app = useApp();

/** The names of the members of each group of similar names, sorted. */
async function groupsOf(client: Client): Promise<string[][]> {
  const { duplicateGroups } = await client.listDuplicateContacts({ query: { per_page: 100 } });
  for (const { reason } of duplicateGroups) expect(reason).toBe("similar_name");
  return duplicateGroups.map(({ contacts }) => contacts.map(({ name }) => name).toSorted()).toSorted();
}

/** A team with a contact of each name in one company; the names are those of a chain by their place in it. */
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

test("similar names in the same company are a group; other names and other companies are not", async () => {
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
])("companies are the same in any case: %s, %s", async (company, same) => {
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

test.each([undefined, "", " "])("with %j for a company nobody is a duplicate by name", async (company) => {
  const contact = { name: "Ada Lovelace", ...(company !== undefined && { company }) };
  const { client } = await signInWith(contact, contact);

  expect(await groupsOf(client)).toEqual([]);
});

test("a contact comes into a group by its new name or company, and leaves it by another", async () => {
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

test("names that are similar over others are one group, whichever came first", async () => {
  for (const order of [
    [0, 1, 2],
    [0, 2, 1],
    [4, 0, 2, 3, 1],
  ]) {
    const { groups } = await buildChain(...order);
    expect(await groups()).toEqual([order.toSorted()]);
  }
});

test("a chain falls apart when its middle is renamed, and comes together again", async () => {
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

test("a chain falls apart when its middle is merged away", async () => {
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
  "a target that takes the name of the source stands where the source stood (%i, %i, %i, %i, %i)",
  async (...order) => {
    const { groups, merge, path, client } = await buildChain(...order);

    await merge(2, 1, { name: "prefer_source" });

    expect((await client.getContact({ path: path(1) })).name).toBe(chainedNames[2]);
    // The first one was similar to the target's old name only.
    expect(await groups()).toEqual([[2, 3, 4]]);
  },
);

test("an upsert moves a contact between groups like an update", async () => {
  const { client, path, groups } = await buildChain(0, 1, 4, 5);

  await client.upsertContact({ body: { ...path(1), name: chainedNames[6]! } });

  expect(await groups()).toEqual([[4, 5, 6]]);
});
