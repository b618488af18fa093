import fc from "fast-check";
import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { buildContact, uniquePhone } from "../support/factories.ts";

const app = useApp();

const id = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);

test("creating a contact returns every field that was given", async () => {
  const { client } = await app.signIn();
  const [mobile, office] = [uniquePhone(), uniquePhone()];
  const fields = {
    name: "Ada Lovelace",
    company: "Analytical Engines",
    role: "Engineer",
    tags: ["customer", "early"],
    externalId: "crm-1042",
    metadata: { plan: "gold", seats: 3, nested: { list: [null, true, 1.5, "é"] } },
    notes: ["Prefers texts.", "Prefers texts."],
  };

  const { status, body } = await client.raw("createContact", {
    body: { ...fields, phones: [{ phoneNumber: mobile, label: "mobile" }, office] },
  });

  expect(status).toBe(201);
  expect(body).toEqual({
    success: true,
    contact: {
      ...fields,
      id,
      primaryPhone: mobile,
      phones: [
        { id, phoneNumber: mobile, label: "mobile", isPrimary: true, createdAt: moment, updatedAt: moment },
        { id, phoneNumber: office, label: null, isPrimary: false, createdAt: moment, updatedAt: moment },
      ],
      createdAt: moment,
      updatedAt: body.contact.createdAt,
    },
  });
  expect(await client.getContact({ path: { id: body.contact.id } })).toEqual(body.contact);
});

test("omitted fields are null or empty, and a null counts as omitted", async () => {
  const { client } = await app.signIn();
  const bare = { name: "Ada", phones: [uniquePhone()] };
  const nulls = Object.fromEntries(
    ["company", "role", "tags", "externalId", "metadata", "notes"].map((field) => [field, null]),
  );

  for (const more of [{}, nulls]) {
    const { contact } = await client.createContact({ body: { ...bare, ...more } });
    expect(contact).toMatchObject({ company: null, role: null, externalId: null, tags: [], notes: [], metadata: {} });
  }
});

test("a null for a new phone's label or for isPrimary counts as omitted", async () => {
  const { client } = await app.signIn();
  const phones = [{ phoneNumber: uniquePhone(), label: null, isPrimary: null }] as unknown[] as string[];

  const contact = await buildContact(client, { phones });

  expect(contact.phones).toMatchObject([{ label: null, isPrimary: true }]);
});

test.each([
  ["the first phone is primary if no phone is marked", [undefined, undefined, undefined], 0],
  ["the first phone is primary if all are marked as not primary", [false, false], 0],
  ["the marked phone is primary at any position", [undefined, false, true], 2],
])("when a contact is created with several phones, %s", async (_, marks, primary) => {
  const { client } = await app.signIn();
  const numbers = marks.map(() => uniquePhone());
  const phones = marks.map((isPrimary, index) => ({
    phoneNumber: numbers[index]!,
    ...(isPrimary !== undefined && { isPrimary }),
  }));

  const contact = await buildContact(client, { phones });

  expect(contact.primaryPhone).toBe(numbers[primary]);
  expect(contact.phones.map(({ isPrimary }) => isPrimary)).toEqual(marks.map((_, index) => index === primary));
  expect(contact.phones.map(({ phoneNumber }) => phoneNumber)).toEqual(numbers);
});

test("two primary phones are refused", async () => {
  const { client } = await app.signIn();
  const phones = [uniquePhone(), uniquePhone()].map((phoneNumber) => ({ phoneNumber, isPrimary: true }));

  const creating = buildContact(client, { phones });

  await expect(creating).rejects.toMatchObject({
    status: 422,
    error: "validation_error",
    details: [{ field: "phones", code: "validation_error" }],
  });
  expect((await client.listContacts()).contacts).toEqual([]);
});

test("the same number twice is refused, in any notation", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();

  for (const phones of [
    [phone, phone],
    [phone, { phoneNumber: phone, label: "again" }],
    [{ phoneNumber: phone }, uniquePhone(), { phoneNumber: phone }],
  ]) {
    await expect(buildContact(client, { phones })).rejects.toMatchObject({
      status: 409,
      error: "duplicate_contact_phone",
    });
  }
  expect((await client.listContacts()).contacts).toEqual([]);
});

test("contacts may share phones, names and external ids", async () => {
  const { client } = await app.signIn();
  const fields = { name: "Ada", phones: [uniquePhone()], externalId: "crm-1" };

  const [first, second] = [await buildContact(client, fields), await buildContact(client, fields)];

  expect(second.id).not.toBe(first.id);
  expect((await client.listContacts()).contacts).toHaveLength(2);
});

test("tags keep their order and lose duplicates, and different case means different tags", async () => {
  const { client } = await app.signIn();

  const { tags } = await buildContact(client, { tags: ["b", "a", "b", "A", " a", "a"] });

  expect(tags).toEqual(["b", "a", "A", " a"]);
});

test("names, labels, tags and external ids may have 255 characters, regardless of their bytes", async () => {
  const { client } = await app.signIn();
  for (const character of ["x", "é", "漢", "🦄"]) {
    const text = character.repeat(255);
    const longest = { name: text, company: text, role: text, tags: [text], externalId: text };
    const phones = [{ phoneNumber: uniquePhone(), label: text }];

    const contact = await buildContact(client, { ...longest, phones });

    expect(contact).toMatchObject({ ...longest, phones });
    expect((await client.listContacts({ query: { tag: text, external_id: text } })).contacts).toHaveLength(1);
  }
});

test("texts are stored unchanged, and empty optional texts are null", async () => {
  const { client } = await app.signIn();
  const storable = (constraints: fc.StringConstraints) =>
    fc.string({ unit: "binary", ...constraints }).filter((text) => !text.includes("\0") && text.isWellFormed());
  const awkward = fc.constantFrom("", "NULL", "null", "{}", '{"a"}', "a,b", '"', "\\", "\\\\", "'", "$1", "a\nb", " ");
  const text = fc.oneof(awkward, storable({ maxLength: 20 }));
  const filled = text.filter((each) => each !== "");
  // Only keys that JSON writes without escapes: V8 may take the others for keys of objects that it parsed before.
  const key = text.filter((each) => JSON.stringify(each) === `"${each}"`);
  const named = filled.filter((each) => /\S/.test(each));

  await fc.assert(
    fc.asyncProperty(
      fc.record({
        name: named,
        company: text,
        role: text,
        externalId: filled,
        tags: fc.uniqueArray(filled, { maxLength: 5 }),
        notes: fc.array(text, { maxLength: 5 }),
        metadata: fc.dictionary(key, fc.oneof(text, fc.array(text, { maxLength: 2 }), fc.integer(), fc.boolean())),
      }),
      text,
      async (fields, label) => {
        const phones = [{ phoneNumber: uniquePhone(), label }];
        const { id } = await buildContact(client, { ...fields, phones });
        const { company, role } = fields;
        expect(await client.getContact({ path: { id } })).toMatchObject({
          ...fields,
          company: company || null,
          role: role || null,
          phones: [{ ...phones[0], label: label || null }],
        });
      },
    ),
    { numRuns: 20 },
  );
});

test("an empty company, role, external id or label is null", async () => {
  const { client } = await app.signIn();
  const phones = [{ phoneNumber: uniquePhone(), label: "" }];

  const contact = await buildContact(client, { company: "", role: "", externalId: "", phones });

  expect(contact).toMatchObject({ company: null, role: null, externalId: null, phones: [{ label: null }] });
  const another = await buildContact(client, { externalId: "" });
  expect((await client.listDuplicateContacts()).duplicateGroups).toEqual([]);
  expect((await client.listContacts()).contacts.map(({ id }) => id)).toEqual([another.id, contact.id]);
});

test("a contact that is created in test mode is an ordinary contact", async () => {
  const { client } = await app.signIn();

  const { id, ...contact } = await buildContact(client.inTestMode());

  expect(await client.getContact({ path: { id } })).toEqual({ id, ...contact });
});
