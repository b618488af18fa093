import { expect, test } from "vitest";
import type { Contact } from "../../generated/api.ts";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { buildContact, uniquePhone } from "../support/factories.ts";

const app = useApp();

/** The groups as the reason and the names of the members, in the order of the answer. */
async function groupsOf(client: Client): Promise<[string, ...string[]][]> {
  const { duplicateGroups } = await client.listDuplicateContacts({ query: { per_page: 100 } });
  return duplicateGroups.map(({ reason, contacts }) => [reason, ...contacts.map(({ name }) => name)]);
}

async function signInWith(...contacts: NonNullable<Parameters<typeof buildContact>[1]>[]) {
  const { client } = await app.signIn();
  const built: Record<string, Contact> = {};
  for (const contact of contacts) built[contact.name!] = await buildContact(client, contact);
  const find = (name: string) => ({ id: built[name]!.id });
  const merge = (source: string, target: string, more: object = {}) =>
    client.mergeContacts({ body: { sourceContactId: find(source).id, targetContactId: find(target).id, ...more } });
  return { client, find, merge };
}

test("contacts without common values are not duplicates", async () => {
  const { client } = await signInWith({ name: "Ada" }, { name: "Ada" }, { name: "Grace", externalId: "crm-1" });

  expect(await client.listDuplicateContacts()).toEqual({ duplicateGroups: [], hasMore: false, nextCursor: null });
});

test("contacts with the same phone, primary or not, are a group, newest first, with the fields of the list", async () => {
  const phone = uniquePhone();
  const { client } = await signInWith(
    { name: "A", phones: [phone] },
    { name: "B" },
    { name: "C", phones: [uniquePhone(), phone], tags: ["vip"], company: "Navy", metadata: { a: 1 } },
    { name: "D", phones: [phone], externalId: "crm-1", role: "Engineer" },
  );

  const { duplicateGroups } = await client.listDuplicateContacts();

  const { contacts } = await client.listContacts();
  expect(duplicateGroups).toEqual([{ reason: "same_phone", contacts: contacts.filter(({ name }) => name !== "B") }]);
});

test("contacts with exactly the same external id are a group", async () => {
  const { client } = await signInWith(
    { name: "A", externalId: "crm-1" },
    { name: "B", externalId: "CRM-1" },
    { name: "C", externalId: "crm-1" },
    { name: "D", externalId: "crm-10" },
  );

  expect(await groupsOf(client)).toEqual([["same_external_id", "C", "A"]]);
});

test("a contact can be in several groups, even with the same contacts", async () => {
  const [phone, another] = [uniquePhone(), uniquePhone()];
  const { client } = await signInWith(
    { name: "Ada Lovelace", company: "Engines", phones: [phone, another], externalId: "crm-1" },
    { name: "Ada Lovelace.", company: "Engines", phones: [another, phone], externalId: "crm-1" },
  );

  const members = ["Ada Lovelace.", "Ada Lovelace"];
  expect((await groupsOf(client)).toSorted()).toEqual([
    ["same_external_id", ...members],
    ["same_phone", ...members],
    ["same_phone", ...members],
    ["similar_name", ...members],
  ]);
});

test("the group with the newest contact comes first, regardless of when the group was formed", async () => {
  const [older, newer] = [uniquePhone(), uniquePhone()];
  const { client, find } = await signInWith(
    { name: "A", phones: [older] },
    { name: "B", phones: [newer] },
    { name: "C", phones: [older] },
    { name: "D", externalId: "crm-1" },
    { name: "E", phones: [newer] },
  );
  expect(await groupsOf(client)).toEqual([
    ["same_phone", "E", "B"],
    ["same_phone", "C", "A"],
  ]);

  // A group that comes to be by an update takes the place of its newest contact.
  await client.updateContact({ path: find("A"), body: { externalId: "crm-1" } });
  expect(await groupsOf(client)).toEqual([
    ["same_phone", "E", "B"],
    ["same_external_id", "D", "A"],
    ["same_phone", "C", "A"],
  ]);

  // One that gets or loses its newest contact moves.
  await client.addContactPhone({ path: find("E"), body: { phoneNumber: older } });
  await client.updateContact({ path: find("E"), body: { externalId: "crm-1" } });
  const { phones } = await client.getContact({ path: find("E") });
  await client.deleteContactPhone({ path: { ...find("E"), phoneId: phones[0]!.id } });
  expect((await groupsOf(client)).toSorted()).toEqual([
    ["same_external_id", "E", "D", "A"],
    ["same_phone", "E", "C", "A"],
  ]);
});

test("a group disappears when its phone is deleted, its external id changes, or its contacts are merged", async () => {
  const phone = uniquePhone();
  const { client, find, merge } = await signInWith(
    { name: "A", phones: [phone, uniquePhone()] },
    { name: "B", phones: [phone] },
    { name: "C", externalId: "crm-1" },
    { name: "D", externalId: "crm-1" },
    { name: "E", externalId: "crm-2" },
    { name: "F", externalId: "crm-2" },
    { name: "G", phones: ["+12025550177"], externalId: "crm-3" },
    { name: "H", phones: ["+12025550177"], externalId: "crm-3" },
  );
  const { phones } = await client.getContact({ path: find("A") });
  expect(await groupsOf(client)).toHaveLength(5);

  await client.deleteContactPhone({ path: { ...find("A"), phoneId: phones[0]!.id } });
  expect((await groupsOf(client)).flat()).not.toContain("A");
  await client.updateContact({ path: find("C"), body: { externalId: null } });
  expect((await groupsOf(client)).flat()).not.toContain("C");
  await client.updateContact({ path: find("E"), body: { externalId: "crm-4" } });
  expect((await groupsOf(client)).flat()).not.toContain("E");
  await merge("G", "H");
  expect(await groupsOf(client)).toEqual([]);
});

test("merging two contacts of a group of three leaves a group of two", async () => {
  const { client, merge } = await signInWith(
    ...["A", "B", "C"].map((name) => ({ name, phones: ["+12025550177"], externalId: "crm-1" })),
  );

  await merge("C", "A");

  expect((await groupsOf(client)).toSorted()).toEqual([
    ["same_external_id", "B", "A"],
    ["same_phone", "B", "A"],
  ]);
});

test("a merge that gives the target a phone or external id of a third contact forms a group", async () => {
  const [phone, another] = [uniquePhone(), uniquePhone()];
  const { client, merge } = await signInWith(
    { name: "A", phones: [phone] },
    { name: "B", phones: [another], externalId: "crm-1" },
    { name: "C", phones: [another], externalId: "crm-1" },
  );

  await merge("C", "A");

  expect((await groupsOf(client)).toSorted()).toEqual([
    ["same_external_id", "B", "A"],
    ["same_phone", "B", "A"],
  ]);
});

test("contacts that are created at once with one phone and external id are all in one group", async () => {
  const { client } = await app.signIn();
  const fields = { phones: [uniquePhone()], externalId: "crm-1" };

  const created = await Promise.all(Array.from({ length: 8 }, () => buildContact(client, fields)));

  const { duplicateGroups } = await client.listDuplicateContacts();
  expect(duplicateGroups).toHaveLength(2);
  const newestFirst = created.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1)).map(({ id }) => id);
  for (const { contacts } of duplicateGroups) expect(contacts.map(({ id }) => id)).toEqual(newestFirst);
});

test("a group of more than 100 contacts lists the newest 100, and merging them makes room for others", async () => {
  const { client } = await app.signIn();
  const fields = { name: "Ada Lovelace", company: "Engines", phones: [uniquePhone()], externalId: "crm-1" };
  const ids: string[] = [];
  for (let count = 0; count < 102; count += 1) ids.unshift((await buildContact(client, fields)).id);
  const listed = async () => {
    const { duplicateGroups } = await client.listDuplicateContacts();
    return duplicateGroups.map(({ reason, contacts }) => [reason, ...contacts.map(({ id }) => id)]).toSorted();
  };
  const reasons = ["same_external_id", "same_phone", "similar_name"];

  expect(await listed()).toEqual(reasons.map((reason) => [reason, ...ids.slice(0, 100)]));

  await client.mergeContacts({ body: { sourceContactId: ids[0]!, targetContactId: ids[5]! } });
  await client.mergeContacts({ body: { sourceContactId: ids[1]!, targetContactId: ids[5]! } });
  expect(await listed()).toEqual(reasons.map((reason) => [reason, ...ids.slice(2)]));
});

test("a page has 100 groups unless a request asks for fewer", async () => {
  const { client } = await app.signIn();
  const phones = Array.from({ length: 100 }, uniquePhone);
  for (const externalId of ["crm-1", "crm-1"]) await buildContact(client, { phones, externalId });

  const page = await client.listDuplicateContacts();

  expect(page).toMatchObject({ hasMore: true, nextCursor: expect.any(String) });
  expect(page.duplicateGroups).toHaveLength(100);
});

test("groups are paged", async () => {
  const { client } = await app.signIn();
  const phones: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    const phone = uniquePhone();
    phones.unshift(phone);
    await buildContact(client, { phones: [phone] });
    await buildContact(client, { phones: [phone], externalId: "crm-1" });
  }
  const all = (await client.listDuplicateContacts()).duplicateGroups;
  expect(all).toHaveLength(6);

  for (const per_page of [1, 2, 3, 6]) {
    const groups = [];
    let cursor: string | undefined;
    do {
      const page = await client.listDuplicateContacts({ query: { per_page, ...(cursor && { cursor }) } });
      expect(page.hasMore).toBe(page.nextCursor !== null);
      if (page.hasMore) expect(page.duplicateGroups).toHaveLength(per_page);
      groups.push(...page.duplicateGroups);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(groups).toEqual(all);
  }
});
