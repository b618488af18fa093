import fc from "fast-check";
import { expect, test } from "vitest";
import type { Contact } from "../../generated/api.ts";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { buildContact } from "../support/factories.ts";
import { chainedNames } from "../support/similar-names.ts";

const app = useApp();

interface Group {
  reason: string;
  /** The newest first. */
  ids: string[];
}

const newestFirst = (contacts: Contact[]) =>
  contacts.toSorted((a, b) => (a.createdAt + a.id < b.createdAt + b.id ? 1 : -1)).map(({ id }) => id);

/** The groups of contacts with a common value. */
function groupBy(reason: string, contacts: Contact[], valuesOf: (contact: Contact) => string[]): Group[] {
  const values = new Set(contacts.flatMap(valuesOf));
  return [...values]
    .map((value) => ({ reason, ids: newestFirst(contacts.filter((each) => valuesOf(each).includes(value))) }))
    .filter(({ ids }) => ids.length > 1);
}

/** Pairs of ids whose contacts have similar names in one company. */
function findSimilar(contacts: Contact[]): Promise<{ a: string; b: string }[]> {
  return app.em().execute(
    `with c as (select * from json_to_recordset(?) as c (id text, name text, company text) where trim(company) <> '')
     select a.id as a, b.id as b from c as a, c as b
     where lower(a.company) = lower(b.company) and similarity(a.name, b.name) >= 0.5`,
    [JSON.stringify(contacts)],
  );
}

/** The groups that there should be, worked out from the contacts alone. */
async function modelGroups(contacts: Contact[]): Promise<Group[]> {
  const pairs = await findSimilar(contacts);
  const parts = new Map(contacts.map(({ id }) => [id, id]));
  for (const { a, b } of pairs) {
    const [kept, gone] = [parts.get(a)!, parts.get(b)!];
    for (const [id, part] of parts) if (part === gone) parts.set(id, kept);
  }
  return [
    ...groupBy("same_phone", contacts, ({ phones }) => phones.map(({ phoneNumber }) => phoneNumber)),
    ...groupBy("same_external_id", contacts, ({ externalId }) => (externalId === null ? [] : [externalId])),
    ...groupBy("similar_name", contacts, ({ id }) => [parts.get(id)!]),
  ];
}

/** Their ids, the newest first. */
async function readIds(client: Client): Promise<string[]> {
  return (await client.listContacts({ query: { per_page: 100 } })).contacts.map(({ id }) => id);
}

async function readGroups(client: Client): Promise<Group[]> {
  const { duplicateGroups } = await client.listDuplicateContacts({ query: { per_page: 100 } });
  return duplicateGroups.map(({ reason, contacts }) => ({ reason, ids: contacts.map(({ id }) => id) }));
}

const phone = fc.constantFrom("+12025550101", "+12025550102", "+12025550103", "+12025550104");
const fields = fc.record(
  {
    name: fc.constantFrom(...chainedNames.slice(0, 6)),
    company: fc.constantFrom("Navy", "NAVY", "Navy", "Army", " "),
    externalId: fc.constantFrom("crm-1", "crm-2"),
  },
  { requiredKeys: ["name", "company"] },
);
const changes = fc.record(
  {
    name: fc.constantFrom(...chainedNames.slice(0, 6)),
    company: fc.constantFrom("navy", "Army", null),
    externalId: fc.constantFrom("crm-1", "crm-2", null),
  },
  { requiredKeys: [] },
);
const strategy = fc.constantFrom("prefer_target" as const, "prefer_source" as const);
/** The position of a contact or phone, modulo their number. */
const place = fc.nat({ max: 20 });

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("create" as const),
      fields,
      phones: fc.uniqueArray(phone, { minLength: 1, maxLength: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("update" as const), at: place, changes }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("upsert" as const), at: place, fields, phone }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("add phone" as const), at: place, phone }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete phone" as const), at: place, index: place }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("delete" as const), at: place }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("merge" as const), at: place, into: place, strategy }) },
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Runs a step. A refused step changes nothing. */
async function take(client: Client, next: Step): Promise<unknown> {
  if (next.kind === "create") return buildContact(client, { ...next.fields, phones: next.phones });
  const ids = await readIds(client);
  const id = ids[next.at % ids.length];
  if (id === undefined) return undefined;
  const path = { id };
  switch (next.kind) {
    case "update":
      return client.raw("updateContact", { path, body: next.changes });
    case "upsert":
      return client.raw("upsertContact", {
        body: { ...path, ...next.fields, phones: [next.phone] },
      });
    case "add phone":
      return client.raw("addContactPhone", { path, body: { phoneNumber: next.phone } });
    case "delete phone": {
      const { phones } = await client.getContact({ path });
      const phoneId = phones[next.index % phones.length]!.id;
      return client.raw("deleteContactPhone", { path: { ...path, phoneId } });
    }
    case "delete":
      return client.raw("deleteContact", { path });
    case "merge": {
      const targetContactId = ids[next.into % ids.length]!;
      return client.raw("mergeContacts", {
        body: { sourceContactId: id, targetContactId, strategy: next.strategy },
      });
    }
  }
}

test("after any sequence of changes, the duplicate groups are those that the model derives from the contacts", async () => {
  const start = fc.array(fc.record({ fields, phones: fc.uniqueArray(phone, { minLength: 1, maxLength: 2 }) }), {
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(start, fc.array(step, { maxLength: 8 }), async (created, steps) => {
      const { client } = await app.signIn({ withNumber: false });
      for (const { fields, phones } of created) await buildContact(client, { ...fields, phones });
      for (const next of steps) await take(client, next);

      const groups = await readGroups(client);

      const ids = await readIds(client);
      const contacts = await Promise.all(ids.map((id) => client.getContact({ path: { id } })));
      const expected = await modelGroups(contacts);
      const sorted = (all: Group[]) => all.map(({ reason, ids }) => `${reason} ${ids}`).toSorted();
      expect(sorted(groups)).toEqual(sorted(expected));
      const places = groups.map(({ ids }) => contacts.findIndex(({ id }) => id === ids[0]));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }),
    { numRuns: 15 },
  );
});
