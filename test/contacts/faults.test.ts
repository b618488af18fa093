import { beforeAll, expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import type { Client, RawAnswer } from "../support/client.ts";
import { buildContact, uniquePhone } from "../support/factories.ts";

const app = useApp();

let client: Client;
let contactPath: string;
let phonePath: string;

beforeAll(async () => {
  ({ client } = await app.signIn());
  const { id, phones } = await buildContact(client);
  contactPath = `/api/contacts/${id}`;
  phonePath = `${contactPath}/phone-numbers/${phones[0]!.id}`;
});

function send(method: string, path: string, body: unknown): Promise<RawAnswer> {
  return client.request(method, path, {
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** Status and code of a refusal, and of each broken field its path and code. */
function faultsOf({ status, body }: RawAnswer) {
  const fields = (body.details ?? []).map(({ field, code }: Record<string, string>) => `${field}: ${code}`);
  return [`${status} ${body.error}`, ...fields];
}

const phone = "+12025550123";
const long = "x".repeat(256);

/** Values that a field of a contact does not take, in a creation, an upsert and an update alike. */
const broken: [field: string, values: unknown[]][] = [
  ["name", ["", " ", "\t\n", "\u3000", long, "🦄".repeat(256), 5, true, ["Ada"], {}, "A\0da", "\ud800"]],
  ["company", [long, 5, {}, "\0", "x\udfff"]],
  ["role", [long, false, [], "\0"]],
  ["externalId", [long, 1042, {}, "\0"]],
  ["metadata", ["{}", 5, [], true]],
  ["tags", ["customer", {}, 5]],
  ["notes", ["a note", {}, 5]],
];

const brokenValues = broken.flatMap(([field, values]) => values.map((value) => [field, value] as const));

test.each(brokenValues)("%s cannot be %j", async (field, value) => {
  const expected = ["422 validation_error", `${field}: validation_error`];
  const created = { name: "Ada", phones: [phone], [field]: value };

  expect(faultsOf(await send("POST", "/api/contacts", created))).toEqual(expected);
  expect(faultsOf(await send("POST", "/api/contacts/upsert", created))).toEqual(expected);
  expect(faultsOf(await send("PATCH", contactPath, { [field]: value }))).toEqual(expected);
});

test.each([
  ["tags", ["ok", ""], "tags.1"],
  ["tags", [long], "tags.0"],
  ["tags", [5], "tags.0"],
  ["tags", ["a", "b\0"], "tags.1"],
  ["tags", [null], "tags.0"],
  ["notes", ["ok", 5], "notes.1"],
  ["notes", [null], "notes.0"],
  ["notes", ["\ud800"], "notes.0"],
  ["metadata", { a: ["\0"] }, "metadata.a.0"],
  ["metadata", { "\0": 1 }, "metadata.\0"],
])("within %s, %j is invalid at %s", async (field, value, at) => {
  const expected = ["422 validation_error", `${at}: validation_error`];

  expect(faultsOf(await send("POST", "/api/contacts", { name: "Ada", phones: [phone], [field]: value }))).toEqual(
    expected,
  );
  expect(faultsOf(await send("PATCH", contactPath, { [field]: value }))).toEqual(expected);
});

test.each([
  ["name", null],
  ["name", undefined],
  ["phones", null],
  ["phones", undefined],
  ["phones", []],
  ["phones", phone],
  ["phones", { phoneNumber: phone }],
])("a contact cannot be created with %s being %j", async (field, value) => {
  const answer = await send("POST", "/api/contacts", { name: "Ada", phones: [phone], [field]: value });

  expect(faultsOf(answer)).toEqual(["422 validation_error", `${field}: validation_error`]);
});

test("a contact can be created with at most 100 tags and 100 phones", async () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `tag ${index}`);
  const phones = (count: number) => Array.from({ length: count }, uniquePhone);
  const create = (body: object) => send("POST", "/api/contacts", { name: "Ada", ...body });

  const answer = await create({ tags: many(100), phones: phones(100) });
  expect(answer.status).toBe(201);
  expect(answer.body.contact.tags).toEqual(many(100));
  expect(answer.body.contact.phones).toHaveLength(100);

  for (const [field, body] of Object.entries({
    tags: { phones: phones(1), tags: many(101) },
    phones: { phones: phones(101) },
  })) {
    expect(faultsOf(await create(body))).toEqual(["422 validation_error", `${field}: validation_error`]);
  }
  expect(faultsOf(await send("PATCH", contactPath, { tags: many(101) }))).toEqual([
    "422 validation_error",
    "tags: validation_error",
  ]);
});

test("a contact's name cannot be cleared", async () => {
  expect(faultsOf(await send("PATCH", contactPath, { name: null }))).toEqual([
    "422 validation_error",
    "name: validation_error",
  ]);
});

const badNumbers = [
  "",
  " ",
  "12025550123",
  "+0123456789",
  "+1 202 555 0123",
  "+1202",
  `+${"1".repeat(16)}`,
  "+12\0",
  5,
];

test.each(badNumbers)(
  "%j is not a phone number in a create, an upsert or an added phone, with or without a label",
  async (number) => {
    for (const path of ["/api/contacts", "/api/contacts/upsert"]) {
      expect(faultsOf(await send("POST", path, { name: "Ada", phones: [phone, number] }))).toEqual([
        ...["422 invalid_phone", "phones.1: invalid_phone"],
      ]);
      const labelled = [{ phoneNumber: number, label: "office" }];
      expect(faultsOf(await send("POST", path, { name: "Ada", phones: labelled }))).toEqual([
        ...["422 invalid_phone", "phones.0.phoneNumber: invalid_phone"],
      ]);
    }
    expect(faultsOf(await send("POST", `${contactPath}/phone-numbers`, { phoneNumber: number }))).toEqual([
      ...["422 invalid_phone", "phoneNumber: invalid_phone"],
    ]);
  },
);

test.each([
  ["without a number", { label: "office" }, ["422 invalid_phone", "phoneNumber: invalid_phone"]],
  ["with null as number", { phoneNumber: null }, ["422 invalid_phone", "phoneNumber: invalid_phone"]],
  ["with a long label", { phoneNumber: phone, label: long }, ["422 validation_error", "label: validation_error"]],
  ["with a number as label", { phoneNumber: phone, label: 5 }, ["422 validation_error", "label: validation_error"]],
  [
    "with a text for isPrimary",
    ...[{ phoneNumber: phone, isPrimary: "yes" }, ["422 validation_error", "isPrimary: validation_error"]],
  ],
  [
    "with an unknown field",
    ...[{ phoneNumber: phone, extension: "12" }, ["422 validation_error", "extension: validation_error"]],
  ],
] as [string, object, string[]][])("a phone %s is refused with the code of its fault", async (_, element, expected) => {
  const within = [expected[0], `phones.0.${expected[1]}`];

  expect(faultsOf(await send("POST", "/api/contacts", { name: "Ada", phones: [element] }))).toEqual(within);
  expect(faultsOf(await send("POST", "/api/contacts/upsert", { name: "Ada", phones: [element] }))).toEqual(within);
  expect(faultsOf(await send("POST", `${contactPath}/phone-numbers`, element))).toEqual(expected);
});

test.each([
  [{ label: long }, "label"],
  [{ label: 5 }, "label"],
  [{ isPrimary: "true" }, "isPrimary"],
  [{ isPrimary: null }, "isPrimary"],
  [{ phoneNumber: phone }, "phoneNumber"],
])("a phone cannot be updated with %j", async (body, field) => {
  expect(faultsOf(await send("PATCH", phonePath, body))).toEqual([
    "422 validation_error",
    `${field}: validation_error`,
  ]);
});

test("the first broken field in the contract's order decides the code, and all broken fields are listed", async () => {
  const answer = await send("POST", "/api/contacts", {
    notes: [1],
    externalId: 7,
    phones: [phone, "x", { phoneNumber: "y", label: 5 }],
    color: "red",
  });

  const [code, ...fields] = faultsOf(answer);
  expect(code).toBe("422 validation_error");
  expect(fields).toEqual([
    "name: validation_error",
    "phones.1: invalid_phone",
    "phones.2.phoneNumber: invalid_phone",
    "phones.2.label: validation_error",
    "externalId: validation_error",
    "notes.0: validation_error",
    "color: validation_error",
  ]);
});

test.each(["id", "primaryPhone", "createdAt", "updatedAt", "success", "color", "phones"])(
  "an update does not accept the field %s",
  async (field) => {
    const before = (await client.request("GET", contactPath)).text;

    expect(faultsOf(await send("PATCH", contactPath, { name: "Grace", [field]: "x" }))).toEqual([
      "422 validation_error",
      `${field}: validation_error`,
    ]);

    expect((await client.request("GET", contactPath)).text).toBe(before);
  },
);

test("a refused create or upsert stores nothing", async () => {
  const { client: fresh } = await app.signIn();
  await fresh.raw("createContact", { body: { name: "Ada", phones: [uniquePhone(), "x"] } });
  await fresh.raw("upsertContact", { body: { name: "Ada", phones: [uniquePhone()], tags: [""] } });

  expect((await fresh.listContacts()).contacts).toEqual([]);
});
