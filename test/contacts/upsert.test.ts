import { expect, test } from "vitest";
import type { Contact } from "../../generated/api.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { useApp } from "../support/app.ts";
import type { CallInput, Client } from "../support/client.ts";
import { buildContact, uniquePhone } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";

const app = useApp();

type Upsert = NonNullable<CallInput<"upsertContact">["body"]>;

const unknownId = "019aa4a1-7c3e-7d52-9a0e-000000000000";
const upsert = (client: Client, body: Upsert) => client.upsertContact({ body });

async function refused(client: Client, body: Upsert): Promise<string> {
  return refusalOf(await client.raw("upsertContact", { body }));
}

/** Everyone the team has, as they are. */
async function readAll(client: Client): Promise<Contact[]> {
  const { contacts } = await client.listContacts({ query: { per_page: 100 } });
  return Promise.all(contacts.map(({ id }) => client.getContact({ path: { id } })));
}

/** The refusal of an upsert, which must leave everyone as they were. */
async function refusedWithoutEffect(client: Client, body: Upsert): Promise<string> {
  const before = await readAll(client);
  const refusal = await refused(client, body);
  expect(await readAll(client)).toEqual(before);
  return refusal;
}

test("an upsert without a match adds a contact with all given values", async () => {
  const { client } = await app.signIn();
  await buildContact(client, { externalId: "crm-other" });
  const [home, mobile] = [uniquePhone(), uniquePhone()];
  const given = {
    name: "Ada",
    company: "Engines",
    role: "Engineer",
    externalId: "crm-1",
    tags: ["a", "b"],
    notes: ["Prefers texts."],
    metadata: { plan: { seats: 3 } },
  };

  const { success, created, matchedBy, contact } = await upsert(client, {
    ...given,
    phones: [home, { phoneNumber: mobile, label: "mobile", isPrimary: true }],
  });

  expect({ success, created, matchedBy }).toEqual({ success: true, created: true, matchedBy: null });
  expect(contact).toMatchObject({ ...given, primaryPhone: mobile });
  expect(contact.phones).toMatchObject([
    { phoneNumber: home, label: null, isPrimary: false },
    { phoneNumber: mobile, label: "mobile", isPrimary: true },
  ]);
  expect(await client.getContact({ path: { id: contact.id } })).toEqual(contact);
});

test("an upsert answers 200 for an added and for a changed contact", async () => {
  const { client } = await app.signIn();
  const body = { name: "Ada", phones: [uniquePhone()] };
  const answers = [await client.raw("upsertContact", { body }), await client.raw("upsertContact", { body })];
  expect(answers).toMatchObject([
    { status: 200, body: { created: true, matchedBy: null } },
    { status: 200, body: { created: false, matchedBy: "phone" } },
  ]);
  expect(answers[0]!.body.contact.id).toBe(answers[1]!.body.contact.id);
});

test("the first phone of an added contact is primary unless another phone is marked", async () => {
  const { client } = await app.signIn();
  const phones = [uniquePhone(), uniquePhone()];
  const { contact } = await upsert(client, { name: "Ada", phones });
  expect(contact.phones.map(({ isPrimary }) => isPrimary)).toEqual([true, false]);
});

test("an id, an external id and a phone each find the contact, and matchedBy names the first of them", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  const { id } = await buildContact(client, { externalId: "crm-1", phones: [uniquePhone(), phone] });
  const upserts: [Upsert, string][] = [
    [{ id }, "id"],
    [{ id: id.toUpperCase() }, "id"],
    [{ externalId: "crm-1" }, "externalId"],
    [{ phones: [phone] }, "phone"],
    [{ phones: [{ phoneNumber: phone }] }, "phone"],
    [{ id, externalId: "crm-1", phones: [phone] }, "id"],
    [{ externalId: "crm-1", phones: [phone] }, "externalId"],
    // An unused value does not contradict the match.
    [{ phones: [uniquePhone(), phone] }, "phone"],
    [{ externalId: "crm-1", phones: [uniquePhone()] }, "externalId"],
    [{ id, phones: [uniquePhone()] }, "id"],
  ];
  for (const [body, matchedBy] of upserts) {
    expect(await upsert(client, body)).toMatchObject({ created: false, matchedBy, contact: { id } });
  }
  expect(await readAll(client)).toHaveLength(1);
});

test("an external id is compared exactly, and is never taken for an id or a phone", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  const { id } = await buildContact(client, { externalId: "CRM-1", phones: [phone] });
  for (const externalId of ["crm-1", "CRM-1 ", "CRM-_", "CRM%", id, phone]) {
    const { created } = await upsert(client, { externalId, name: "Another", phones: [uniquePhone()] });
    expect(created, externalId).toBe(true);
  }
});

test("an unknown id matches nothing, and the other lookups decide", async () => {
  const { client } = await app.signIn();
  const foreign = await buildContact((await app.signIn()).client);
  const phone = uniquePhone();
  const { id } = await buildContact(client, { externalId: "crm-1", phones: [phone] });
  for (const given of [unknownId, foreign.id]) {
    const byExternalId = await upsert(client, { id: given, externalId: "crm-1", phones: [phone] });
    expect(byExternalId).toMatchObject({ created: false, matchedBy: "externalId", contact: { id } });
    const byPhone = await upsert(client, { id: given, phones: [phone] });
    expect(byPhone).toMatchObject({ created: false, matchedBy: "phone", contact: { id } });
    expect(await refusedWithoutEffect(client, { id: given, name: "New" })).toBe("422 validation_error");
  }
});

test("a contact that an upsert adds gets the given id in lower case, and the id finds the contact", async () => {
  const { client } = await app.signIn();
  const id = newId();

  const added = await upsert(client, { id: id.toUpperCase(), name: "Ada", phones: [uniquePhone()] });

  expect(added).toMatchObject({ created: true, matchedBy: null, contact: { id } });
  expect(await client.getContact({ path: { id } })).toEqual(added.contact);
  const again = await upsert(client, { id, name: "Grace", phones: [uniquePhone()] });
  expect(again).toMatchObject({ created: false, matchedBy: "id", contact: { id, name: "Grace" } });
});

test("the id of another team's contact, or of a merged contact, can be used for a new contact", async () => {
  const [{ client }, other] = [await app.signIn(), await app.signIn()];
  const foreign = await buildContact(other.client, { name: "Foreign" });
  const gone = await buildContact(client, { tags: ["gone"] });
  const target = await buildContact(client);
  await client.mergeContacts({ body: { sourceContactId: gone.id, targetContactId: target.id } });

  for (const id of [foreign.id, gone.id]) {
    const added = await upsert(client, { id, name: "New", phones: [uniquePhone()] });
    expect(added).toMatchObject({ created: true, contact: { id, tags: [] } });
  }
  expect(await other.client.getContact({ path: { id: foreign.id } })).toEqual(foreign);
});

test("the nil UUID and an invalid UUID cannot be an id", async () => {
  const { client } = await app.signIn();
  for (const id of ["00000000-0000-0000-0000-000000000000", "42", ""]) {
    const answer = await client.raw("upsertContact", { body: { id, name: "Ada", phones: [uniquePhone()] } });
    expect(refusalOf(answer)).toBe("422 validation_error");
    expect(answer.body.details).toMatchObject([{ field: "id", code: "validation_error" }]);
  }
  expect(await readAll(client)).toEqual([]);
});

test("concurrent upserts of one new id create one contact", async () => {
  const { client } = await app.signIn();
  const id = newId();

  const answers = await Promise.all(
    Array.from({ length: 6 }, () => upsert(client, { id, name: "Ada", phones: [uniquePhone()] })),
  );

  expect(answers.filter(({ created }) => created)).toHaveLength(1);
  const [contact, another] = await readAll(client);
  expect(another).toBeUndefined();
  expect(contact).toMatchObject({ id });
  expect(contact!.phones).toHaveLength(6);
});

test("another team's contacts never match", async () => {
  const [{ client }, other] = [await app.signIn(), await app.signIn()];
  const phone = uniquePhone();
  const foreign = await buildContact(other.client, { externalId: "crm-1", phones: [phone] });

  const { created, contact } = await upsert(client, { externalId: "crm-1", name: "Mine", phones: [phone] });

  expect(created).toBe(true);
  expect(contact.id).not.toBe(foreign.id);
  expect(await readAll(other.client)).toEqual([foreign]);
});

test("lookups that find different contacts are a contact_identity_conflict, for every pair of lookups", async () => {
  const { client } = await app.signIn();
  const [one, two] = [uniquePhone(), uniquePhone()];
  const a = await buildContact(client, { externalId: "crm-a", phones: [one] });
  const b = await buildContact(client, { externalId: "crm-b", phones: [two] });
  const conflicts: Upsert[] = [
    { id: a.id, externalId: "crm-b" },
    { id: a.id, phones: [two] },
    { externalId: "crm-b", phones: [one] },
    { phones: [one, two] },
    { phones: [uniquePhone(), two, one] },
    { id: b.id, externalId: "crm-b", phones: [two, one] },
    { id: b.id, externalId: "crm-a", phones: [one] },
  ];
  for (const body of conflicts) {
    const full = { ...body, name: "Changed" };
    expect(await refusedWithoutEffect(client, full), JSON.stringify(body)).toBe("409 contact_identity_conflict");
  }
});

test("a phone or external id that several contacts share is ambiguous without another lookup", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  const shared = { externalId: "crm-1", phones: [phone] };
  await buildContact(client, shared);
  await buildContact(client, shared);
  const ambiguous: Upsert[] = [
    { phones: [phone] },
    { externalId: "crm-1" },
    { externalId: "crm-1", phones: [phone] },
    { externalId: "nobody's", phones: [phone, uniquePhone()] },
    { externalId: "crm-1", phones: [uniquePhone()] },
  ];
  for (const body of ambiguous) {
    const full = { ...body, name: "Changed" };
    expect(await refusedWithoutEffect(client, full), JSON.stringify(body)).toBe("409 ambiguous_contact_match");
  }
});

test("an ambiguous shared value takes precedence over a conflict of the other lookups", async () => {
  const { client } = await app.signIn();
  const [phone, ofA, ofB] = [uniquePhone(), uniquePhone(), uniquePhone()];
  await buildContact(client, { externalId: "a", phones: [ofA] });
  const b = await buildContact(client, { externalId: "b", phones: [phone, ofB] });
  await buildContact(client, { phones: [phone] });
  const ambiguous: Upsert[] = [
    { externalId: "a", phones: [phone] },
    { externalId: "a", phones: [phone, ofA] },
  ];
  for (const body of ambiguous) {
    expect(await refusedWithoutEffect(client, body), JSON.stringify(body)).toBe("409 ambiguous_contact_match");
  }
  // The look-ups of B settle the shared phone, and contradict that of A.
  const conflicts: Upsert[] = [
    { externalId: "a", phones: [phone, ofB] },
    { id: b.id, externalId: "a", phones: [phone] },
  ];
  for (const body of conflicts) {
    expect(await refusedWithoutEffect(client, body), JSON.stringify(body)).toBe("409 contact_identity_conflict");
  }
});

test("another lookup that finds one of several contacts resolves the ambiguity, and matchedBy says so", async () => {
  const { client } = await app.signIn();
  const [phone, own, otherPhone] = [uniquePhone(), uniquePhone(), uniquePhone()];
  const { id } = await buildContact(client, { externalId: "own", phones: [phone, own] });
  await buildContact(client, { externalId: "shared", phones: [phone] });
  const { id: second } = await buildContact(client, { externalId: "shared", phones: [otherPhone] });
  const settled: [Upsert, string, string][] = [
    [{ id, phones: [phone] }, id, "id"],
    [{ externalId: "own", phones: [phone] }, id, "externalId"],
    [{ phones: [phone, own] }, id, "phone"],
    [{ phones: [own, phone] }, id, "phone"],
    [{ id: second, externalId: "shared" }, second, "id"],
    [{ externalId: "shared", phones: [otherPhone] }, second, "phone"],
  ];
  for (const [body, meant, matchedBy] of settled) {
    expect(await upsert(client, body), JSON.stringify(body)).toMatchObject({ matchedBy, contact: { id: meant } });
  }
});

test("the fields that a new contact needs are required only without a match, and are all listed", async () => {
  const { client } = await app.signIn();
  const missing = async (body: Upsert) => {
    const answer = await client.raw("upsertContact", { body });
    expect(refusalOf(answer)).toBe("422 validation_error");
    return answer.body.details.map(({ field }: { field: string }) => field);
  };
  expect(await missing({})).toEqual(["name", "phones"]);
  expect(await missing({ externalId: "crm-1" })).toEqual(["name", "phones"]);
  expect(await missing({ externalId: "crm-1", name: "Ada" })).toEqual(["phones"]);
  expect(await missing({ phones: [uniquePhone()] })).toEqual(["name"]);
  expect(await readAll(client)).toEqual([]);
});

test("an empty list of phones, two primary phones and a repeated phone are refused, with or without a match", async () => {
  const { client } = await app.signIn();
  const { id } = await buildContact(client);
  const [one, two] = [uniquePhone(), uniquePhone()];
  for (const matching of [{ id }, { name: "New" }]) {
    const primary = [one, two].map((phoneNumber) => ({ phoneNumber, isPrimary: true }));
    expect(await refusedWithoutEffect(client, { ...matching, phones: [] })).toBe("422 validation_error");
    expect(await refusedWithoutEffect(client, { ...matching, phones: primary })).toBe("422 validation_error");
    const repeated = [one, { phoneNumber: one }];
    expect(await refusedWithoutEffect(client, { ...matching, phones: repeated })).toBe("409 duplicate_contact_phone");
    expect(await refusedWithoutEffect(client, { ...matching, phones: [one, "12345"] })).toBe("422 invalid_phone");
  }
});
