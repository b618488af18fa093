import { expect, test } from "vitest";
import type { Contact } from "../../generated/api.ts";
import { useApp } from "../support/app.ts";
import type { CallInput, Client } from "../support/client.ts";
import { buildContact, uniquePhone } from "../support/factories.ts";

const app = useApp();

type Upsert = NonNullable<CallInput<"upsertContact">["body"]>;

const upsert = async (client: Client, body: Upsert) => (await client.upsertContact({ body })).contact;

const reread = (client: Client, { id }: Contact) => client.getContact({ path: { id } });

const buildFull = (client: Client, given: CallInput<"createContact">["body"] = {}) =>
  buildContact(client, {
    name: "Ada",
    company: "Engines",
    role: "Engineer",
    externalId: "crm-1",
    tags: ["a", "b"],
    notes: ["one", "two"],
    metadata: { plan: "basic", nested: { seats: 3 } },
    phones: [{ phoneNumber: uniquePhone(), label: "home" }],
    ...given,
  });

test("an upsert changes each given field, and no other field", async () => {
  const { client } = await app.signIn();
  const contact = await buildFull(client);
  const changes: Upsert[] = [
    { name: "Ada Lovelace" },
    { company: "Analytical" },
    { role: "Countess" },
    { externalId: "crm-2" },
    { tags: ["b", "c"] },
    { tags: [] },
    { notes: ["three"] },
    { notes: [] },
    { metadata: { nested: { plan: "pro" } } },
    { metadata: {} },
  ];
  let expected = contact;
  for (const change of changes) {
    const changed = await upsert(client, { id: contact.id, ...change });
    expected = { ...expected, ...change, updatedAt: changed.updatedAt } as Contact;
    expect(changed, JSON.stringify(change)).toEqual(expected);
    expect(await reread(client, contact)).toEqual(expected);
  }
});

test("an empty company, role, external id or label counts as absent in an upsert", async () => {
  const { client } = await app.signIn();
  const contact = await buildFull(client);
  const phones = [{ phoneNumber: contact.primaryPhone, label: "" }];

  const { updatedAt, ...changed } = await upsert(client, { company: "", role: "", externalId: "", phones });

  const { updatedAt: before, ...same } = contact;
  expect(changed).toEqual({ ...same, phones: [{ ...contact.phones[0], updatedAt: changed.phones[0]!.updatedAt }] });
  const added = await upsert(client, { name: "Grace", externalId: "", role: "", phones: [uniquePhone()] });
  expect(added).toMatchObject({ externalId: null, role: null });
  expect(added.id).not.toBe(contact.id);
});

test("repeated tags are stored once, in the order of their first occurrence", async () => {
  const { client } = await app.signIn();
  const { id } = await buildFull(client);
  expect(await upsert(client, { id, tags: ["c", "a", "c", "b", "a"] })).toMatchObject({ tags: ["c", "a", "b"] });
});

test("an upsert without new values changes only the timestamp of the last change", async () => {
  const { client } = await app.signIn();
  const contact = await buildFull(client);
  const changed = await upsert(client, { externalId: "crm-1", phones: [contact.primaryPhone] });
  expect(changed).toEqual({ ...contact, updatedAt: changed.updatedAt });
  expect(changed.updatedAt > contact.updatedAt).toBe(true);
});

test("null counts as absent, both in lookup values and in changed fields", async () => {
  const { client } = await app.signIn();
  const contact = await buildFull(client);
  const send = (body: object) =>
    client.request("POST", "/api/contacts/upsert", {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const nulls = { name: null, company: null, role: null, tags: null, notes: null, metadata: null };

  const byId = await send({ id: contact.id, externalId: null, phones: null, ...nulls });
  const byExternalId = await send({ id: null, externalId: "crm-1", phones: null, ...nulls });
  const phone = { phoneNumber: contact.primaryPhone, label: null, isPrimary: null };
  const byPhone = await send({ id: null, externalId: null, phones: [phone], ...nulls });

  for (const { status, body } of [byId, byExternalId, byPhone]) {
    expect(status).toBe(200);
    expect(body.contact).toEqual({ ...contact, updatedAt: body.contact.updatedAt });
  }
  const added = await send({ ...nulls, id: null, externalId: null, name: "New", phones: [uniquePhone()] });
  expect(added.body).toMatchObject({
    created: true,
    contact: { company: null, role: null, externalId: null, tags: [], notes: [], metadata: {} },
  });
});

test("an upsert adds missing phones and removes none", async () => {
  const { client } = await app.signIn();
  const contact = await buildFull(client);
  const [mobile, work] = [uniquePhone(), uniquePhone()];

  const changed = await upsert(client, { id: contact.id, phones: [{ phoneNumber: mobile, label: "mobile" }, work] });

  expect(changed.phones).toMatchObject([
    contact.phones[0]!,
    { phoneNumber: mobile, label: "mobile", isPrimary: false },
    { phoneNumber: work, label: null, isPrimary: false },
  ]);
  expect(changed.primaryPhone).toBe(contact.primaryPhone);
  expect(await reread(client, contact)).toEqual(changed);

  const again = await upsert(client, { id: contact.id, phones: [work] });
  expect(again.phones).toEqual(changed.phones);
});

test("an upsert changes the label of a known phone if a label is given", async () => {
  const { client } = await app.signIn();
  const contact = await buildFull(client);
  const phoneNumber = contact.primaryPhone;

  const labelled = await upsert(client, { phones: [{ phoneNumber, label: "work" }] });
  expect(labelled.phones).toMatchObject([{ id: contact.phones[0]!.id, label: "work", isPrimary: true }]);

  const unlabelled = await upsert(client, { phones: [{ phoneNumber }] });
  expect(unlabelled.phones).toMatchObject([{ label: "work" }]);
  expect((await reread(client, contact)).phones).toEqual(unlabelled.phones);
});

test("a phone that an upsert marks as primary replaces the primary phone, whether it is new or known", async () => {
  const { client } = await app.signIn();
  const contact = await buildFull(client);
  const home = contact.primaryPhone;
  const mobile = uniquePhone();
  const primaries = ({ phones }: Contact) =>
    phones.filter(({ isPrimary }) => isPrimary).map(({ phoneNumber }) => phoneNumber);

  const added = await upsert(client, { id: contact.id, phones: [{ phoneNumber: mobile, isPrimary: true }] });
  expect([added.primaryPhone, ...primaries(added)]).toEqual([mobile, mobile]);

  const back = await upsert(client, { phones: [mobile, { phoneNumber: home, isPrimary: true }] });
  expect([back.primaryPhone, ...primaries(back)]).toEqual([home, home]);
  expect(await reread(client, contact)).toEqual(back);

  const same = await upsert(client, { phones: [{ phoneNumber: home, isPrimary: true }] });
  expect([same.primaryPhone, ...primaries(same)]).toEqual([home, home]);
});

test("an unused external id is stored, and finds the contact afterwards", async () => {
  const { client } = await app.signIn();
  const contact = await buildContact(client);
  const phones = [contact.primaryPhone];

  expect(await upsert(client, { phones, externalId: "crm-1" })).toMatchObject({ externalId: "crm-1" });
  expect(await client.upsertContact({ body: { externalId: "crm-1" } })).toMatchObject({
    matchedBy: "externalId",
    contact: { id: contact.id },
  });

  expect(await upsert(client, { phones, externalId: "crm-2" })).toMatchObject({ id: contact.id, externalId: "crm-2" });
  const stale = await client.raw("upsertContact", { body: { externalId: "crm-1" } });
  expect(stale.body).toMatchObject({ error: "validation_error" });
});

test("tag, search, external id and phone find the changed values of an upsert", async () => {
  const { client } = await app.signIn();
  const { id } = await buildFull(client);
  const phone = uniquePhone();

  await upsert(client, { id, name: "Grace", company: "Navy", tags: ["new"], externalId: "crm-9", phones: [phone] });

  for (const query of [
    { tag: "new" },
    { query: "grac" },
    { query: "navy" },
    { query: phone },
    { external_id: "crm-9" },
  ]) {
    expect((await client.listContacts({ query })).contacts, JSON.stringify(query)).toMatchObject([{ id }]);
  }
  for (const query of [{ tag: "a" }, { query: "ada" }, { query: "engines" }, { external_id: "crm-1" }]) {
    expect((await client.listContacts({ query })).contacts, JSON.stringify(query)).toEqual([]);
  }
  expect(await client.getContactByPhone({ path: { phone } })).toMatchObject({ found: true, contact: { id } });
});
