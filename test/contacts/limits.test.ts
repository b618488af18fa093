import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesOf } from "../../server/contract/max-bytes.ts";
import { inputSchemas, type Schema } from "../../server/contract/schemas.ts";
import { useApp } from "../support/app.ts";
import type { CallInput, Client, RawAnswer } from "../support/client.ts";
import { buildContact, uniquePhone } from "../support/factories.ts";
import { callTool, connectMcp, readText } from "../support/mcp.ts";

const app = useApp();

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

const kibibytes = (count: number) => count * 1_024;

/** Creates an object of this many bytes of JSON. Its text has two bytes per character, except perhaps the last. */
function objectOf(bytes: number): { text: string } {
  const rest = bytes - Buffer.byteLength('{"text":""}');
  return { text: "é".repeat(rest / 2) + "x".repeat(rest % 2) };
}

/** So many bytes of JSON as different notes of at most 10,000 characters. */
function notesOf(bytes: number, prefix = ""): string[] {
  const count = Math.ceil(bytes / 10_003);
  // Counts the brackets, and for each note its quotes and a comma, except for the last comma.
  const texts = bytes - 2 - 3 * count + 1;
  return times(count, (at) => `${prefix}${at}`.padEnd(Math.floor((texts + at) / count), " x"));
}

/** A refusal with the fields that it names. */
const refusalOf = ({ status, body }: RawAnswer) => [
  `${status} ${body.error}`,
  ...(body.details ?? []).map(({ field }: { field: string }) => field),
];

type Fields = NonNullable<CallInput<"createContact">["body"]>;

/** The three ways to give a contact a value. */
async function giveEach(client: Client, fields: Fields): Promise<RawAnswer[]> {
  const { id } = await buildContact(client);
  return [
    await client.raw("createContact", { body: { name: "Ada", phones: [uniquePhone()], ...fields } }),
    await client.raw("upsertContact", { body: { name: "Ada", phones: [uniquePhone()], ...fields } }),
    await client.raw("updateContact", { path: { id }, body: fields as CallInput<"updateContact">["body"] }),
  ];
}

test.each([
  ["metadata", "64 KiB", { metadata: objectOf(kibibytes(64)) }, { metadata: objectOf(kibibytes(64) + 1) }],
  ["notes", "256 KiB", { notes: notesOf(kibibytes(256)) }, { notes: notesOf(kibibytes(256) + 1) }],
  ["notes", "1,000", { notes: times(1_000, String) }, { notes: times(1_001, String) }],
  ["notes.0", "10,000 characters", { notes: ["🦄".repeat(10_000)] }, { notes: ["🦄".repeat(10_001)] }],
  ["tags", "100", { tags: times(100, String) }, { tags: times(101, String) }],
])("%s has at most %s in a create, an upsert and an update", async (field, _, most, tooMuch) => {
  const { client } = await app.signIn();

  for (const { status, body } of await giveEach(client, most)) {
    expect(status).toBeLessThan(300);
    expect(body.contact).toMatchObject(most);
  }
  for (const answer of await giveEach(client, tooMuch)) {
    expect(refusalOf(answer)).toEqual(["422 validation_error", field]);
  }
});

test("a contact with 100 phones refuses another phone from an add or an upsert, and keeps its phones", async () => {
  const { client } = await app.signIn();
  const contact = await buildContact(client, { phones: times(99, uniquePhone) });
  const path = { id: contact.id };
  await client.addContactPhone({ path, body: { phoneNumber: uniquePhone() } });
  const full = await client.getContact({ path });

  const added = await client.raw("addContactPhone", { path, body: { phoneNumber: uniquePhone() } });
  const upserted = await client.raw("upsertContact", { body: { ...path, name: "No", phones: [uniquePhone()] } });

  for (const answer of [added, upserted]) expect(refusalOf(answer)).toEqual(["422 validation_error", "phones"]);
  expect(added.body.message).toBe("phones would have 101 items, and at most 100 are allowed.");
  expect(await client.getContact({ path })).toEqual(full);
  const phones = full.phones.map(({ phoneNumber }) => phoneNumber);
  expect((await client.upsertContact({ body: { name: "Ada", phones } })).contact.name).toBe("Ada");
});

test.each<[string, (side: string) => Fields]>([
  ["phones", () => ({ phones: times(60, uniquePhone) })],
  ["tags", (side) => ({ tags: times(60, (at) => `${side} ${at}`) })],
  ["notes", (side) => ({ notes: times(600, (at) => `${side} ${at}`) })],
  ["notes", (side) => ({ notes: notesOf(kibibytes(130), side) })],
  ["metadata", (side) => ({ metadata: { [side]: objectOf(kibibytes(33)) } })],
])("a merge whose result has too many %s is refused and changes nothing", async (field, fieldsOf) => {
  const { client } = await app.signIn();
  const [source, target] = [
    await buildContact(client, fieldsOf("source")),
    await buildContact(client, fieldsOf("target")),
  ];
  const ids = { sourceContactId: source.id, targetContactId: target.id };

  const answer = await client.raw("mergeContacts", { body: { ...ids, strategy: "append" } });

  expect(refusalOf(answer)).toEqual(["422 validation_error", field]);
  for (const contact of [source, target]) {
    expect(await client.getContact({ path: { id: contact.id } })).toEqual(contact);
  }
});

test("the refusal of a merge lists every field that exceeds its limit", async () => {
  const { client } = await app.signIn();
  const build = (side: string) =>
    buildContact(client, { phones: times(51, uniquePhone), tags: times(51, (at) => `${side} ${at}`) });
  const ids = { sourceContactId: (await build("a")).id, targetContactId: (await build("b")).id };

  const answer = await client.raw("mergeContacts", { body: { ...ids, strategy: "append" } });

  expect(refusalOf(answer)).toEqual(["422 validation_error", "phones", "tags"]);
});

/** Creates a contact that exceeds the limits, as an earlier version could. */
async function buildLarge(client: Client) {
  const contact = await buildContact(client, { phones: times(100, uniquePhone) });
  const [notes, metadata] = [notesOf(kibibytes(300)), objectOf(kibibytes(70))];
  const texts = JSON.stringify(notes);
  await app.em().execute(
    `update contact set notes = array(select jsonb_array_elements_text(?::jsonb)), metadata = ?::jsonb,
       tags = array(select 'tag ' || n from generate_series(1, 120) as n) where id = ?`,
    [texts, JSON.stringify(metadata), contact.id],
  );
  await app.em().execute(
    `insert into contact_phone (team_id, id, contact_id, contact_created_at, phone_number, is_primary, created_at, updated_at)
     select team_id, gen_random_uuid(), contact_id, contact_created_at, '+1303555' || (1000 + n), false, now(), now()
     from contact_phone, generate_series(1, 20) as n where contact_id = ? and is_primary`,
    [contact.id],
  );
  return contact;
}

test("a contact over the limits is readable, and refuses only additions to a value over its limit", async () => {
  const { client } = await app.signIn();
  const path = { id: (await buildLarge(client)).id };
  const large = await client.getContact({ path });
  expect([large.phones.length, large.tags.length]).toEqual([120, 120]);
  expect((await client.listContacts()).contacts).toHaveLength(1);

  const { contact: renamed } = await client.updateContact({ path, body: { name: "Ada", company: "Engines" } });
  expect(renamed).toEqual({ ...large, name: "Ada", company: "Engines", updatedAt: renamed.updatedAt });
  const known = large.phones.slice(0, 3).map(({ phoneNumber }) => phoneNumber);
  expect((await client.upsertContact({ body: { ...path, phones: known } })).contact.phones).toHaveLength(120);
  await client.updateContactPhone({ path: { ...path, phoneId: large.phones[5]!.id }, body: { isPrimary: true } });
  await client.deleteContactPhone({ path: { ...path, phoneId: large.phones[0]!.id } });

  const added = await client.raw("addContactPhone", { path, body: { phoneNumber: uniquePhone() } });
  expect(refusalOf(added)).toEqual(["422 validation_error", "phones"]);
});

test("a merge may take over a value that was already over its limit, but may not add to it", async () => {
  const { client } = await app.signIn();
  const large = await buildLarge(client);
  const { phones, notes, tags, metadata } = await client.getContact({ path: { id: large.id } });
  const small = await buildContact(client, { phones: [phones[1]!.phoneNumber], notes: ["one more"], tags: ["more"] });
  const another = await buildContact(client);
  const merge = (body: object) => client.raw("mergeContacts", { body: { sourceContactId: large.id, ...body } });

  const appended = await merge({ targetContactId: small.id, strategy: "append" });
  expect(refusalOf(appended)).toEqual(["422 validation_error", "tags", "notes"]);
  const withPhone = await merge({ targetContactId: another.id });
  expect(refusalOf(withPhone)).toEqual(["422 validation_error", "phones"]);

  const { status, body } = await merge({ targetContactId: small.id, strategy: "prefer_source" });
  expect(status).toBe(200);
  expect(body.contact).toMatchObject({ notes, tags, metadata });
  expect(body.contact.phones).toHaveLength(120);
});

test("settings and capabilities of a business number have at most 16 KiB each", async () => {
  const { client } = await app.signIn();
  const create = (fields: object) =>
    client.raw("createBusinessNumber", {
      body: { name: uniquePhone(), phoneNumber: uniquePhone(), phoneNumberSid: "PN0", ...fields },
    });
  const [most, tooMuch] = [objectOf(kibibytes(16)), objectOf(kibibytes(16) + 1)];

  const { status, body } = await create({ settings: most, capabilities: most });
  expect(status).toBe(201);
  expect(body.businessNumber).toMatchObject({ settings: most, capabilities: most });
  for (const field of ["settings", "capabilities"]) {
    expect(refusalOf(await create({ [field]: tooMuch }))).toEqual(["422 validation_error", field]);
  }
  const path = { id: body.businessNumber.id };
  const update = (settings: Record<string, unknown>) =>
    client.raw("updateBusinessNumber", { path, body: { settings } });
  expect(refusalOf(await update(tooMuch))).toEqual(["422 validation_error", "settings"]);
  expect((await update({})).status).toBe(200);
});

test("a tool call has the same limits", async () => {
  const { key } = await app.signIn();
  const given = { name: "Ada", phones: [uniquePhone()], metadata: objectOf(kibibytes(64) + 1) };

  const result = await callTool(await connectMcp(app.url, key), "create_contact", given);

  expect(result.isError).toBe(true);
  const message = "metadata must NOT have more than 65536 bytes of JSON.";
  expect(readText(result)).toMatchObject({ error: "validation_error", message });
});

test("an object that is nested thousands of levels deep is refused", async () => {
  const { client } = await app.signIn();
  const nested = `{"x":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
  const body = `{"name":"Ada","phones":["${uniquePhone()}"],"metadata":${nested}}`;

  const answer = await client.request("POST", "/api/contacts", {
    headers: { "content-type": "application/json" },
    body,
  });

  expect(answer).toMatchObject({ status: 422, body: { error: "validation_error" } });
});

test("the size of any JSON value is the size of its text in UTF-8", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => bytesOf(value) === Buffer.byteLength(JSON.stringify(value))));
});

test("each limit in bytes is in the description of its field, for the reference, tools and help", () => {
  const described = Object.entries(inputSchemas).flatMap(([id, { body }]) =>
    Object.entries(body?.properties ?? {}).flatMap(([name, given]) => {
      const schema = given as Schema;
      const branches = [schema, ...(schema.anyOf ?? [])];
      const bytes = branches.map((each) => each["x-max-bytes"]).find((max) => max !== undefined);
      return bytes === undefined ? [] : [{ field: `${id} ${name}`, bytes, words: schema.description }];
    }),
  );

  expect(described).toHaveLength(11);
  for (const { field, bytes, words } of described) expect(words, field).toContain(`${bytes / 1_024} KiB`);
});
