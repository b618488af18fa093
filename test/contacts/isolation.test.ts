import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { buildContact, uniquePhone } from "../support/factories.ts";

// What is asked for by a name of another team's in some place of a request is tried by the experiment I1.
const app = useApp();

test("a query of one or two characters does not find names of another team", async () => {
  const { client } = await app.signIn();
  const [mine, theirs] = [await buildContact(client, { name: "Ødegaard" }), await app.signIn()];
  await buildContact(theirs.client, { name: "Øystein" });

  const { contacts } = await client.listContacts({ query: { query: "ø" } });

  expect(contacts.map(({ id }) => id)).toEqual([mine.id]);
});

test("contacts are not duplicates of another team's contacts with the same values", async () => {
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

test("a thread shows nothing of another team's contact with the same phone", async () => {
  const [{ client }, { client: theirs }] = await Promise.all([app.signIn(), app.signIn()]);
  const phone = uniquePhone();
  await buildContact(theirs, { phones: [phone], tags: ["customer"] });

  const { threadId } = await client.sendText({ body: { phone_number: phone, message: "hello" } });

  const thread = await client.getThread({ path: { id: threadId } });
  expect(thread).toMatchObject({ contactName: phone, tags: [] });
});
