import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import type { CallInput, Client } from "../support/client.ts";
import { buildContact, uniquePhone } from "../support/factories.ts";

const app = useApp();

type Merge = NonNullable<CallInput<"mergeContacts">["body"]>;

const merge = (client: Client, source: { id: string }, target: { id: string }, more: Merge = {}) =>
  client.mergeContacts({ body: { sourceContactId: source.id, targetContactId: target.id, ...more } });

/** Every group as its reason and its members' names, the newest first. */
async function groups(client: Client): Promise<string[]> {
  const { duplicateGroups } = await client.listDuplicateContacts({ query: { per_page: 100 } });
  return duplicateGroups.map(({ reason, contacts }) => [reason, ...contacts.map(({ name }) => name)].join(" ")).sort();
}

test("merging the contacts of a group one after another shrinks the group until it disappears", async () => {
  const { client } = await app.signIn();
  const shared = { externalId: "crm-1", phones: [uniquePhone()] };
  const a = await buildContact(client, { name: "A", ...shared });
  const b = await buildContact(client, { name: "B", ...shared });
  const c = await buildContact(client, { name: "C", ...shared });
  expect(await groups(client)).toEqual(["same_external_id C B A", "same_phone C B A"]);

  await merge(client, b, a);
  expect(await groups(client)).toEqual(["same_external_id C A", "same_phone C A"]);

  await merge(client, c, a);
  expect(await groups(client)).toEqual([]);
});

test("the target replaces the source in its other groups", async () => {
  const { client } = await app.signIn();
  const [phone, own] = [uniquePhone(), uniquePhone()];
  const target = await buildContact(client, { name: "Target", phones: [own] });
  const source = await buildContact(client, { name: "Source", phones: [phone], externalId: "crm-1" });
  await buildContact(client, { name: "Other", phones: [phone, own], externalId: "crm-1" });
  expect(await groups(client)).toEqual([
    "same_external_id Other Source",
    "same_phone Other Source",
    "same_phone Other Target",
  ]);

  await merge(client, source, target);

  expect(await groups(client)).toEqual([
    "same_external_id Other Target",
    "same_phone Other Target",
    "same_phone Other Target",
  ]);
});

test("merging two contacts of similar names in one company removes the group, and a new name forms another", async () => {
  const { client } = await app.signIn();
  const engines = { company: "Engines" };
  const a = await buildContact(client, { name: "Ada Lovelace", ...engines });
  const b = await buildContact(client, { name: "Ada Lovelase", ...engines });
  expect(await groups(client)).toEqual(["similar_name Ada Lovelase Ada Lovelace"]);
  await merge(client, b, a);
  expect(await groups(client)).toEqual([]);

  await buildContact(client, { name: "Grace Hopper", ...engines });
  const c = await buildContact(client, { name: "Grace Hoper" });
  await merge(client, c, a, { fields: { name: "prefer_source" } });
  expect(await groups(client)).toEqual(["similar_name Grace Hopper Grace Hoper"]);
});

// A contact that was in a group only because of the source or the target's old name must not stay in it alone.
test("a merge that splits a group of similar names leaves no group with a single contact", async () => {
  // Each name is similar only to its neighbours. "bridge" is the source and "pier" the target.
  const words = ["abcdef", "ghijkl", "mnopqr", "stuvwx", "bdfhjl", "nprtvx", "zcegik"];
  const [far, bridge, pier, end] = [0, 1, 2, 3].map((first) => words.slice(first, first + 4).join(" "));
  for (const order of [
    [far, bridge, pier, end],
    [end, pier, bridge, far],
  ]) {
    const { client } = await app.signIn();
    const ids = new Map<string | undefined, { id: string }>();
    for (const name of order) ids.set(name, await buildContact(client, { name: name!, company: "Chain" }));
    expect(await groups(client)).toHaveLength(1);

    await merge(client, ids.get(bridge)!, ids.get(pier)!, { fields: { name: "prefer_source" } });

    const { duplicateGroups } = await client.listDuplicateContacts();
    expect(duplicateGroups.map(({ contacts }) => contacts.map(({ name }) => name).sort())).toEqual([
      [far, bridge].sort(),
    ]);
  }
});
