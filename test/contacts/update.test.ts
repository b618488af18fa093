import { expect, test } from "vitest";
import { newId } from "../../server/db/schema/ids.ts";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { buildContact } from "../support/factories.ts";

const app = useApp();

const filled = {
  name: "Ada Lovelace",
  company: "Analytical Engines",
  role: "Engineer",
  externalId: "crm-1042",
  tags: ["customer", "early"],
  notes: ["Prefers texts."],
  metadata: { plan: "gold", nested: { a: 1, b: 2 } },
};

async function signIn() {
  const { client } = await app.signIn();
  const contact = await buildContact(client, filled);
  return { client, contact, path: { id: contact.id } };
}

const read = (client: Client, id: string) => client.getContact({ path: { id } });

test.each([
  ["name", "Grace Hopper"],
  ["company", "Navy"],
  ["company", "", null],
  ["role", "", null],
  ["externalId", "", null],
  ["role", "Admiral"],
  ["externalId", "crm-7"],
  ["tags", ["new", "b", "new"], ["new", "b"]],
  ["tags", []],
  ["notes", ["one", "one", "two"]],
  ["metadata", { plan: "silver" }],
  ["metadata", {}],
] as [string, unknown, unknown?][])(
  "%s becomes %j, and all other fields stay",
  async (field, value, stored = value) => {
    const { client, contact, path } = await signIn();

    const { contact: updated } = await client.updateContact({ path, body: { [field]: value } });

    const { updatedAt, ...expected } = { ...contact, [field]: stored };
    expect(updated).toEqual({ ...expected, updatedAt: expect.any(String) });
    expect(updated.updatedAt > contact.updatedAt).toBe(true);
    expect(await read(client, contact.id)).toEqual(updated);
  },
);

test.each([
  ["company", null],
  ["role", null],
  ["externalId", null],
  ["tags", []],
  ["notes", []],
  ["metadata", {}],
])("null clears %s, which becomes %j", async (field, empty) => {
  const { client, contact, path } = await signIn();

  const { contact: updated } = await client.updateContact({ path, body: { [field]: null } });

  expect(updated).toEqual({ ...contact, [field]: empty, updatedAt: updated.updatedAt });
  expect(await read(client, contact.id)).toEqual(updated);
});

test("all fields change in one update", async () => {
  const { client, contact, path } = await signIn();
  const body = {
    name: "Grace",
    company: null,
    role: "Admiral",
    externalId: null,
    tags: ["navy"],
    notes: [],
    metadata: null,
  };

  const { contact: updated } = await client.updateContact({ path, body });

  expect(updated).toEqual({ ...contact, ...body, metadata: {}, updatedAt: updated.updatedAt });
});

test("an empty update changes no field", async () => {
  const { client, contact, path } = await signIn();

  const { contact: updated } = await client.updateContact({ path, body: {} });

  expect({ ...updated, updatedAt: contact.updatedAt }).toEqual(contact);
});

test("each update has a later timestamp than the previous update, and createdAt stays", async () => {
  const { client, contact, path } = await signIn();
  const moments = [contact.updatedAt];
  for (let turn = 0; turn < 5; turn += 1) {
    const { contact: updated } = await client.updateContact({ path, body: { role: `role ${turn}` } });
    expect(updated.createdAt).toBe(contact.createdAt);
    moments.push(updated.updatedAt);
  }

  expect(moments).toEqual([...new Set(moments)].toSorted());
});

test("concurrent updates of different fields are all kept", async () => {
  const { client, contact, path } = await signIn();
  const changes = [{ role: "Admiral" }, { company: "Navy" }, { tags: ["a"] }, { notes: ["b"] }, { metadata: { c: 1 } }];

  await Promise.all(changes.map((body) => client.updateContact({ path, body })));

  expect(await read(client, contact.id)).toMatchObject(Object.assign({}, ...changes));
});

test("an id in upper case is accepted", async () => {
  const { client, contact } = await signIn();
  const path = { id: contact.id.toUpperCase() };

  expect(await client.getContact({ path })).toEqual(contact);
  expect((await client.updateContact({ path, body: { role: "Admiral" } })).contact.id).toBe(contact.id);
});

test.each(["019aa4a1-7c3e-7d52-9a0e-000000000000", "x", "1", "undefined", "\0", "duplicate", "%2e%2e"])(
  "%j is not the id of a contact, in a read and an update",
  async (id) => {
    const { client } = await signIn();
    const refusal = { status: 404, error: "contact_not_found" };

    await expect(client.getContact({ path: { id } })).rejects.toMatchObject(refusal);
    await expect(client.updateContact({ path: { id }, body: { role: "Admiral" } })).rejects.toMatchObject(refusal);
  },
);

test("the summary in the list has the same values as the full contact", async () => {
  const { client, contact } = await signIn();
  const { phones, notes, ...summary } = contact;

  expect((await client.listContacts()).contacts).toEqual([summary]);
});

test("a changed contact is found by its new values and not by the old values", async () => {
  const { client, contact, path } = await signIn();
  await client.updateContact({ path, body: { name: "Grace", company: "Navy", externalId: "crm-7", tags: ["navy"] } });
  const find = async (query: object) => (await client.listContacts({ query })).contacts.map(({ id }) => id);

  for (const query of [
    { query: "Grace" },
    { query: "g" },
    { query: "nav" },
    { external_id: "crm-7" },
    { tag: "navy" },
  ]) {
    expect(await find(query), JSON.stringify(query)).toEqual([contact.id]);
  }
  for (const query of [
    ...[{ query: "Ada" }, { query: "a" }, { query: "analytic" }, { external_id: "crm-1042" }, { tag: "customer" }],
    { external_id: newId() },
  ]) {
    expect(await find(query), JSON.stringify(query)).toEqual([]);
  }
});
