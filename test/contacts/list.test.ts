import { expect, test } from "vitest";
import { plusMicroseconds } from "../../server/db/timestamp.ts";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { buildContact } from "../support/factories.ts";

const app = useApp();

/** The names of the contacts that pass, in the list's order. */
async function list(client: Client, query: object = {}): Promise<string[]> {
  return (await client.listContacts({ query })).contacts.map(({ name }) => name);
}

async function signInWith(...contacts: Parameters<typeof buildContact>[1][]) {
  const { client } = await app.signIn();
  const built = [];
  for (const contact of contacts) built.push(await buildContact(client, contact));
  return { client, built };
}

test("contacts are listed newest first, and an update does not change the order", async () => {
  const { client, built } = await signInWith({ name: "A" }, { name: "B" }, { name: "C" });
  expect(await list(client)).toEqual(["C", "B", "A"]);

  await client.updateContact({ path: { id: built[0]!.id }, body: { role: "Engineer" } });
  expect(await list(client)).toEqual(["C", "B", "A"]);
});

test("a team without contacts has an empty page", async () => {
  const { client } = await app.signIn();
  expect(await client.listContacts()).toEqual({ contacts: [], hasMore: false, nextCursor: null });
});

test("external_id matches the exact value only, case included, without patterns", async () => {
  const { client } = await signInWith(
    ...["crm-1", "CRM-1", "crm-10", "crm-1", "crm%", undefined].map((externalId, index) => ({
      name: `${index} ${externalId}`,
      ...(externalId && { externalId }),
    })),
  );

  expect(await list(client, { external_id: "crm-1" })).toEqual(["3 crm-1", "0 crm-1"]);
  expect(await list(client, { external_id: "crm%" })).toEqual(["4 crm%"]);
  expect(await list(client, { external_id: "crm" })).toEqual([]);
});

test("tag matches contacts that have exactly that tag", async () => {
  const { client } = await signInWith(
    { name: "A", tags: ["vip", "customer"] },
    { name: "B", tags: ["VIP"] },
    { name: "C", tags: ["customer", "vip"] },
    { name: "D", tags: ["vip,customer", "{vip}", '"vip"'] },
    { name: "E" },
  );

  expect(await list(client, { tag: "vip" })).toEqual(["C", "A"]);
  expect(await list(client, { tag: "{vip}" })).toEqual(["D"]);
  expect(await list(client, { tag: "vi" })).toEqual([]);
});

test("updated_after is exclusive, to the microsecond", async () => {
  const { client, built } = await signInWith({ name: "A" }, { name: "B" }, { name: "C" });
  const { updatedAt } = built[1]!;

  expect(await list(client, { updated_after: updatedAt })).toEqual(["C"]);
  expect(await list(client, { updated_after: plusMicroseconds(updatedAt, -1) })).toEqual(["C", "B"]);
  expect(await list(client, { updated_after: "2020-01-01" })).toEqual(["C", "B", "A"]);
  expect(await list(client, { updated_after: "2999-01-01T00:00:00+14:00" })).toEqual([]);
});

test("polling with the newest timestamp seen returns every change of a contact and its phones", async () => {
  const { client, built } = await signInWith({ name: "A" }, { name: "B" }, { name: "C" });
  const [a, b] = built.map(({ id }) => ({ id }));
  const newest = async () => {
    const { contacts } = await client.listContacts();
    return contacts
      .map(({ updatedAt }) => updatedAt)
      .toSorted()
      .at(-1);
  };
  const changes: [string, () => Promise<unknown>][] = [
    ["A", () => client.updateContact({ path: a!, body: { role: "Engineer" } })],
    ["B", () => client.addContactPhone({ path: b!, body: { phoneNumber: "+12025550199" } })],
    ["A", () => client.upsertContact({ body: { ...a!, company: "Navy" } })],
    ["B", () => client.mergeContacts({ body: { sourceContactId: a!.id, targetContactId: b!.id } })],
  ];

  for (const [name, change] of changes) {
    const seen = await newest();
    await change();
    expect(await list(client, { updated_after: seen })).toEqual([name]);
  }
});

test("a contact must match all filters", async () => {
  const common = { company: "Navy", tags: ["vip"], externalId: "crm-1" };
  const { client, built } = await signInWith(
    { ...common, name: "Ada old" },
    { ...common, name: "Ada" },
    { ...common, name: "Ada no tag", tags: [] },
    { ...common, name: "Ada no id", externalId: "crm-2" },
    { ...common, name: "Grace" },
  );
  const updated_after = built[0]!.updatedAt;

  expect(await list(client, { query: "ada", tag: "vip", external_id: "crm-1", updated_after })).toEqual(["Ada"]);
  expect(await list(client, { query: "ada", tag: "vip" })).toEqual(["Ada no id", "Ada", "Ada old"]);
  expect(await list(client, { query: "a", external_id: "crm-1", updated_after })).toEqual(["Ada no tag", "Ada"]);
  expect(await list(client, { tag: "vip", external_id: "crm-1" })).toEqual(["Grace", "Ada", "Ada old"]);
  expect(await list(client, { query: "grace", external_id: "crm-2" })).toEqual([]);
});

test.each([
  ["query", ["x".repeat(256), "a\0"]],
  ["external_id", ["", "x".repeat(256), "\0"]],
  ["tag", ["x".repeat(256), "\0"]],
  ["updated_after", ["yesterday", "2026-13-01", "2026-02-30", "1700000000", "2026-01-01T25:00:00Z"]],
  ["per_page", ["0", "101", "-1", "1.5", "ten"]],
] as [string, string[]][])("%s cannot be any of %j", async (field, values) => {
  const { client } = await app.signIn();
  for (const value of values) {
    const { status, body } = await client.request("GET", `/api/contacts?${new URLSearchParams({ [field]: value })}`);
    expect({ status, error: body.error }, value).toEqual({ status: 422, error: "validation_error" });
    expect(body.details).toMatchObject([{ field, code: "validation_error" }]);
  }
});

test.each(["query", "external_id", "tag", "updated_after"])("%s given twice is refused", async (field) => {
  const { client } = await app.signIn();
  const { status, body } = await client.request("GET", `/api/contacts?${field}=2026-01-01&${field}=2026-01-01`);

  expect({ status, error: body.error }).toEqual({ status: 422, error: "validation_error" });
});

test("a page has 15 contacts by default", async () => {
  const { client } = await app.signIn();
  for (let count = 0; count < 17; count += 1) await buildContact(client);

  const { contacts, hasMore, nextCursor } = await client.listContacts();
  expect(contacts).toHaveLength(15);
  expect({ hasMore, nextCursor }).toEqual({ hasMore: true, nextCursor: expect.any(String) });
  expect((await client.listContacts({ query: { per_page: 16 } })).contacts).toHaveLength(16);
});

test("an empty filter counts as absent, but an empty external id is refused", async () => {
  const { client } = await app.signIn();
  await buildContact(client, { name: "Ada" });
  const list = (query: string) => client.request("GET", `/api/contacts?${query}`);

  const answer = await list("query=&tag=&updated_after=&per_page=&cursor=");

  expect(answer.status).toBe(200);
  expect(answer.body.contacts).toHaveLength(1);
  expect(await list("external_id=")).toMatchObject({ status: 422, body: { error: "validation_error" } });
});

test("a phone number is found with an unencoded plus sign, and a name with a plus sign for a space", async () => {
  const { client } = await app.signIn();
  await buildContact(client, { name: "Ada Lovelace", company: "C++", phones: ["+12025550123"] });
  await buildContact(client, { name: "Grace Hopper", phones: ["+13035550123"] });
  const find = async (query: string) => {
    const { body } = await client.request("GET", `/api/contacts?per_page=5&query=${query}`);
    return body.contacts.map(({ name }: { name: string }) => name);
  };

  for (const query of ["+12025550123", "%2B12025550123", "+1202", "C%2B%2B", "Ada+Lovelace", "Ada%20Lovelace"]) {
    expect(await find(query), query).toEqual(["Ada Lovelace"]);
  }
  expect(await find("1+2025550123")).toEqual([]);
});
