import { expect, test } from "vitest";
import { plusMicroseconds } from "../../server/db/timestamp.ts";
import { useApp } from "../support/app.ts";
import { readAllEvents } from "../support/events.ts";
import { buildBusinessNumber, buildContact, buildMessage, buildOptOut, uniquePhone } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";

const app = useApp();

test("a deleted contact is in no list, look-up or group, and deleting it again finds nothing", async () => {
  const { client, team } = await app.signIn();
  const phones = [uniquePhone(), uniquePhone()];
  const given = { name: "Ada Lovelace", company: "Engines", externalId: "crm-1", tags: ["vip"], notes: ["a note"] };
  const contact = await buildContact(client, { ...given, phones });
  const twin = await buildContact(client, { ...given, phones });
  expect((await client.listDuplicateContacts()).duplicateGroups).toHaveLength(4);

  const answer = await client.deleteContact({ path: { id: contact.id.toUpperCase() } });

  expect(answer).toEqual({ success: true, contactId: contact.id, unlinkedThreads: 0 });
  expect(refusalOf(await client.raw("getContact", { path: { id: contact.id } }))).toBe("404 contact_not_found");
  for (const query of [{}, { query: "lovelace" }, { query: phones[1]! }, { tag: "vip" }, { external_id: "crm-1" }]) {
    expect((await client.listContacts({ query })).contacts.map(({ id }) => id)).toEqual([twin.id]);
  }
  for (const phone of phones) {
    expect((await client.getContactByPhone({ path: { phone } })).contact?.id).toBe(twin.id);
  }
  expect((await client.listDuplicateContacts()).duplicateGroups).toEqual([]);
  expect(await client.getContact({ path: { id: twin.id } })).toEqual(twin);
  for (const table of ["contact", "contact_phone", "contact_tag"]) {
    const column = table === "contact" ? "id" : "contact_id";
    const left = await app
      .em()
      .execute(`select from ${table} where team_id = ? and ${column} = ?`, [team.id, contact.id]);
    expect(left, table).toEqual([]);
  }
  expect(refusalOf(await client.raw("deleteContact", { path: { id: contact.id } }))).toBe("404 contact_not_found");
});

test("with unchangedSince, a contact that has changed later stays as it is", async () => {
  const { client } = await app.signIn();
  const before = await buildContact(client, { tags: ["vip"] });
  const path = { id: before.id };
  const changes = [
    () => client.updateContact({ path, body: { company: "Engines" } }),
    () => client.addContactPhone({ path, body: { phoneNumber: uniquePhone() } }),
    () => client.updateContact({ path, body: { notes: ["a note"] } }),
    () => client.updateContact({ path, body: { tags: [] } }),
    async () => {
      const { id: sourceContactId } = await buildContact(client);
      await client.mergeContacts({ body: { sourceContactId, targetContactId: before.id } });
    },
  ];
  let { updatedAt } = before;
  for (const change of changes) {
    await change();
    const contact = await client.getContact({ path });
    for (const unchangedSince of [updatedAt, plusMicroseconds(contact.updatedAt, -1), "2020-01-01"]) {
      const answer = await client.raw("deleteContact", { path, query: { unchangedSince } });
      expect(refusalOf(answer)).toBe("409 contact_changed");
    }
    expect(await client.getContact({ path })).toEqual(contact);
    updatedAt = contact.updatedAt;
  }

  expect(await client.deleteContact({ path, query: { unchangedSince: updatedAt } })).toMatchObject({ success: true });
});

test.each(["yesterday", "2026-02-30", "1", "2026-01-01T00:00:00+99:00"])(
  "unchangedSince %s is no timestamp, and the contact stays",
  async (unchangedSince) => {
    const { client } = await app.signIn();
    const { id } = await buildContact(client);

    const answer = await client.raw("deleteContact", { path: { id }, query: { unchangedSince } });

    expect(refusalOf(answer)).toBe("422 validation_error");
    expect(answer.body.details).toMatchObject([{ field: "unchangedSince" }]);
    expect((await client.getContact({ path: { id } })).id).toBe(id);
  },
);

test("the contact of another team, and an id that is none, are not found", async () => {
  const [one, two] = [await app.signIn(), await app.signIn()];
  const contact = await buildContact(one.client);

  for (const id of [contact.id, "x"]) {
    for (const query of [{}, { unchangedSince: "2020-01-01" }]) {
      expect(refusalOf(await two.client.raw("deleteContact", { path: { id }, query }))).toBe("404 contact_not_found");
    }
  }

  expect(await one.client.getContact({ path: { id: contact.id } })).toEqual(contact);
});

test("threads, messages and consents stay, and a thread shows the oldest other contact with its phone", async () => {
  const { client, team } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team });
  const [own, shared, ofOther] = [uniquePhone(), uniquePhone(), uniquePhone()];
  const contact = await buildContact(client, { name: "Ada", tags: ["vip"], phones: [own, shared] });
  const linked = await buildMessage(app.em(), { team, number, phone: own });
  await buildContact(client, { name: "Bea", phones: [shared] });
  await buildContact(client, { name: "Cleo", phones: [shared, ofOther] });
  // Several contacts have the phone, so the thread is linked to none and shows the oldest.
  const unlinked = await buildMessage(app.em(), { team, number, phone: shared });
  const foreign = await buildMessage(app.em(), { team, number, phone: ofOther });
  await buildOptOut(app.em(), team, own);
  const shown = async ({ threadId: id }: { threadId: string }) =>
    (await client.getThread({ path: { id } })).contactName;
  expect([await shown(linked), await shown(unlinked), await shown(foreign)]).toEqual(["Ada", "Ada", "Cleo"]);

  const { unlinkedThreads } = await client.deleteContact({ path: { id: contact.id } });

  expect(unlinkedThreads).toBe(2);
  expect([await shown(linked), await shown(unlinked), await shown(foreign)]).toEqual([own, "Bea", "Cleo"]);
  const { threads } = await client.listThreads();
  expect(threads.map(({ contactName }) => contactName).toSorted()).toEqual([own, "Bea", "Cleo"].toSorted());
  for (const { threadId: id } of [linked, unlinked, foreign]) {
    expect((await client.listThreadMessages({ path: { id } })).messages).toHaveLength(1);
  }
  const refused = await client.raw("sendText", { body: { phone_number: own, message: "hello" } });
  expect(refusalOf(refused)).toBe("409 recipient_opted_out");
  // A contact that gains the phone later gets its threads.
  await buildContact(client, { name: "New", phones: [own] });
  expect(await shown(linked)).toBe("New");
});

test("the contacts that a merge left are deleted alike, and the id and the external id are free again", async () => {
  const { client } = await app.signIn();
  const phones = [uniquePhone(), uniquePhone()];
  const target = await buildContact(client, { externalId: "crm-1", phones: [phones[0]!] });
  const source = await buildContact(client, { phones: [phones[1]!] });
  await client.mergeContacts({ body: { sourceContactId: source.id, targetContactId: target.id } });

  expect(refusalOf(await client.raw("deleteContact", { path: { id: source.id } }))).toBe("404 contact_not_found");
  const query = { unchangedSince: target.updatedAt };
  const changed = await client.raw("deleteContact", { path: { id: target.id }, query });
  expect(refusalOf(changed)).toBe("409 contact_changed");
  await client.deleteContact({ path: { id: target.id } });

  for (const phone of phones)
    expect(await client.getContactByPhone({ path: { phone } })).toMatchObject({ found: false });
  const body = { id: target.id, externalId: "crm-1", name: "Ada", phones };
  expect(await client.upsertContact({ body })).toMatchObject({ created: true, contact: { id: target.id } });
});

test("a deletion is an event of the team, and a refused one is none", async () => {
  const { client } = await app.signIn();
  const contact = await buildContact(client);
  await client.listEvents();

  await client.raw("deleteContact", { path: { id: contact.id }, query: { unchangedSince: "2020-01-01" } });
  await client.deleteContact({ path: { id: contact.id } });

  const events = await readAllEvents(client, { types: "contact.deleted,contact.changed" });
  expect(events).toMatchObject([{ type: "contact.deleted", testMode: false, data: { contactId: contact.id } }]);
});
