import { beforeAll, expect, test } from "vitest";
import { useApp } from "./support/app.ts";
import { type Belongings, type Furnished, furnish, nobodys } from "./support/belongings.ts";
import type { Client } from "./support/client.ts";
import { buildContact, uniquePhone } from "./support/factories.ts";

const app = useApp();

let asking: Furnished;
let other: Furnished;

beforeAll(async () => {
  [asking, other] = await Promise.all([furnish(app), furnish(app)]);
});

const byPhone = (phone: string) => (client: Client) => client.raw("getContactByPhone", { path: { phone } });
const list = (query: object) => (client: Client) => client.raw("listContacts", { query });

test.each([
  ["phone", ({ contactPhone }: Belongings) => byPhone(contactPhone)],
  ["phone as a query", ({ contactPhone }: Belongings) => list({ query: contactPhone })],
  ["name as a query", ({ contactName }: Belongings) => list({ query: contactName })],
  ["external id", ({ externalId }: Belongings) => list({ external_id: externalId })],
  ["tag", ({ tag }: Belongings) => list({ tag })],
  [
    "tag and name",
    ({ tag, contactName }: Belongings) => list({ tag, query: contactName, updated_after: "2020-01-01" }),
  ],
])("looking for another team's %s finds what looking for a free one finds, nothing", async (_, lookUp) => {
  const foreign = await lookUp(other.own)(asking.client);
  const free = await lookUp(nobodys())(asking.client);
  const own = await lookUp(asking.own)(asking.client);

  expect([foreign.status, free.status, own.status]).toEqual([200, 200, 200]);
  expect(foreign.text).toBe(free.text);
  // It would be found by those whose it is.
  expect(foreign.text).not.toContain(other.own.contactId);
  expect(own.text).toContain(asking.own.contactId);
});

test("a query of one or two characters finds no name of another team", async () => {
  const { client } = await app.signIn();
  const [mine, theirs] = [await buildContact(client, { name: "Ødegaard" }), await app.signIn()];
  await buildContact(theirs.client, { name: "Øystein" });

  const { contacts } = await client.listContacts({ query: { query: "ø" } });

  expect(contacts.map(({ id }) => id)).toEqual([mine.id]);
});

test.each([
  ["external id", ({ externalId }: Belongings) => ({ externalId, phones: [uniquePhone()] })],
  ["phone", ({ contactPhone }: Belongings) => ({ phones: [contactPhone] })],
  ["external id and phone", ({ externalId, contactPhone }: Belongings) => ({ externalId, phones: [contactPhone] })],
])("an upsert with another team's %s adds a contact and leaves theirs alone", async (_, identity) => {
  const { client } = await app.signIn();
  const before = await other.read();

  const upserted = await client.upsertContact({ body: { name: "ours", ...identity(other.own) } });

  expect(upserted).toMatchObject({ created: true, matchedBy: null });
  expect(upserted.contact.id).not.toBe(other.own.contactId);
  expect(await other.read()).toBe(before);
});

test("contacts with the phone, the external id, the company and the name of another team's are duplicates of none", async () => {
  const { client: theirs } = await app.signIn();
  const { client } = await app.signIn();
  const fields = { name: "Ada Lovelace", company: "Engines", phones: [uniquePhone()], externalId: "crm-1" };
  const its = await buildContact(theirs, fields);
  await buildContact(client, fields);

  expect((await client.listDuplicateContacts()).duplicateGroups).toEqual([]);
  expect((await theirs.listDuplicateContacts()).duplicateGroups).toEqual([]);
  expect(await theirs.getContact({ path: { id: its.id } })).toEqual(its);

  await buildContact(client, fields);
  expect((await client.listDuplicateContacts()).duplicateGroups).toHaveLength(3);
  expect((await theirs.listDuplicateContacts()).duplicateGroups).toEqual([]);
});

test("a thread has nothing of another team's contact with its phone", async () => {
  const { client } = await app.signIn();

  const { threadId } = await client.sendText({ body: { phone_number: other.own.contactPhone, message: "hello" } });

  const thread = await client.getThread({ path: { id: threadId } });
  expect(thread).toMatchObject({ contactName: other.own.contactPhone, tags: [] });
});
