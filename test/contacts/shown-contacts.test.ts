import fc from "fast-check";
import { expect, test, vi } from "vitest";
import type { Contact } from "../../generated/api.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { migrate, readSchemaStatus } from "../../server/process/migrate.ts";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { countWaiting } from "../support/database.ts";
import { buildBusinessNumber, buildContact, buildMessage, type TestTeam, uniquePhone } from "../support/factories.ts";

const app = useApp();

const addThread = async (team: TestTeam, phone = uniquePhone()) =>
  (await buildMessage(app.em(), { team, phone })).threadId;

/** The names and tags of a page, by thread. Each thread is also read alone, by the contacts themselves. */
async function readPage(client: Client): Promise<Map<string, [name: string, tags: string[]]>> {
  const { threads } = await client.listThreads({ query: { per_page: 100 } });
  for (const thread of threads) expect(await client.getThread({ path: { id: thread.id } })).toEqual(thread);
  return new Map(threads.map(({ id, contactName, tags }) => [id, [contactName, tags]]));
}

test("a page shows the new name and tags of a contact after an update and an upsert, for all its threads", async () => {
  const { client, team } = await app.signIn();
  const phones = [uniquePhone(), uniquePhone()];
  const { id } = await buildContact(client, { name: "Before", tags: ["a"], phones });
  const threads = [
    await addThread(team, phones[0]),
    await addThread(team, phones[0]),
    await addThread(team, phones[1]),
  ];

  await client.updateContact({ path: { id }, body: { name: "Updated" } });
  expect([...(await readPage(client)).values()]).toEqual(threads.map(() => ["Updated", ["a"]]));
  await client.upsertContact({ body: { id, tags: ["b", "c"] } });
  expect([...(await readPage(client)).values()]).toEqual(threads.map(() => ["Updated", ["b", "c"]]));
  await client.upsertContact({ body: { id, name: "Upserted", tags: [] } });
  expect([...(await readPage(client)).values()]).toEqual(threads.map(() => ["Upserted", []]));
});

test("a page shows large tags, and small tags after them", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const tags = Array.from({ length: 100 }, () => newId());
  const { id } = await buildContact(client, { name: "Ada", tags, phones: [phone] });
  const threads = [await addThread(team, phone), await addThread(team, phone)];

  expect([...(await readPage(client)).values()]).toEqual(threads.map(() => ["Ada", tags]));
  await client.updateContact({ path: { id }, body: { tags: ["one"] } });
  expect([...(await readPage(client)).values()]).toEqual(threads.map(() => ["Ada", ["one"]]));
});

test("a page shows the oldest contact of an unlinked thread, as contacts gain and lose its phone", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const oldest = await buildContact(client, { name: "Oldest" });
  const middle = await buildContact(client, { name: "Middle", phones: [uniquePhone(), phone] });
  await buildContact(client, { name: "Youngest", tags: ["young"], phones: [uniquePhone(), phone] });
  const sink = await buildContact(client, { name: "Sink" });
  const thread = await addThread(team, phone);
  const read = async () => (await readPage(client)).get(thread);
  expect(await read()).toEqual(["Middle", []]);

  const added = await client.addContactPhone({ path: { id: oldest.id }, body: { phoneNumber: phone } });
  expect(await read()).toEqual(["Oldest", []]);
  await client.updateContact({ path: { id: middle.id }, body: { name: "Second" } });
  expect(await read()).toEqual(["Oldest", []]);
  await client.deleteContactPhone({ path: { id: oldest.id, phoneId: added.phone.id } });
  expect(await read()).toEqual(["Second", []]);
  await client.mergeContacts({ body: { sourceContactId: middle.id, targetContactId: sink.id } });
  expect(await read()).toEqual(["Youngest", ["young"]]);
});

test("a page shows the result of a merge for the threads of both contacts and of a phone that both have", async () => {
  const { client, team } = await app.signIn();
  const [shared, ofSource, ofTarget] = [uniquePhone(), uniquePhone(), uniquePhone()];
  const source = await buildContact(client, { name: "Source", tags: ["s"], phones: [shared, ofSource] });
  const target = await buildContact(client, { name: "Target", tags: ["t"], phones: [shared, ofTarget] });
  const threads = [await addThread(team, shared), await addThread(team, ofSource), await addThread(team, ofTarget)];

  const ids = { sourceContactId: source.id, targetContactId: target.id };
  await client.mergeContacts({ body: { ...ids, fields: { name: "prefer_source", tags: "append" } } });
  expect([...(await readPage(client)).values()]).toEqual(threads.map(() => ["Source", ["t", "s"]]));
});

test("a contact that is renamed while a first message with its phone is stored is shown by its new name", async () => {
  const { client, team } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team });
  const phone = uniquePhone();
  const { id } = await buildContact(client, { name: "Before", phones: [phone] });
  const renaming = await app.em().transactional(async (storing) => {
    await buildMessage(storing, { team, number, phone });
    const renamed = client.updateContact({ path: { id }, body: { name: "After" } });
    const waiting = vi.waitFor(async () => expect(await countWaiting(app.database)).toBe(1));
    await Promise.race([renamed, waiting]);
    return { renamed };
  });

  await renaming.renamed;
  expect([...(await readPage(client)).values()]).toEqual([["After", []]]);
});

/** A step at one of three phones and one or two of three contacts. */
const steps = fc.record({
  kind: fc.constantFrom("text", "inbound", "create", "rename", "tag", "gain", "lose", "merge", "upsert", "delete"),
  phone: fc.nat(2),
  contact: fc.nat(2),
  other: fc.nat(2),
  name: fc.constantFrom("Ada", "Bea", "Cleo"),
});

test("after any changes at once, every thread of a page shows what its contacts say", { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 25 }), async (given) => {
      const { client, team } = await app.signIn();
      const number = await buildBusinessNumber(app.em(), { team });
      const phones = Array.from({ length: 3 }, uniquePhone);
      const contacts: Contact[] = [];
      for (const phone of phones) contacts.push(await buildContact(client, { phones: [phone, uniquePhone()] }));

      const run = async ({ kind, name, ...at }: (typeof given)[number]) => {
        const [phone, { id, phones: own }] = [phones[at.phone]!, contacts[at.contact]!];
        const path = { id };
        switch (kind) {
          case "text":
            return client.raw("sendText", { body: { phone_number: phone, message: "hello" } });
          case "inbound":
            await buildMessage(app.em(), { team, number, phone });
            return { status: 200 };
          case "create":
            return client.raw("createContact", { body: { name, phones: [phone] } });
          case "rename":
            return client.raw("updateContact", { path, body: { name } });
          case "tag":
            return client.raw("updateContact", { path, body: { tags: [name] } });
          case "gain":
            return client.raw("addContactPhone", { path, body: { phoneNumber: phone } });
          case "lose":
            return client.raw("deleteContactPhone", { path: { id, phoneId: own[0]!.id } });
          case "merge":
            return client.raw("mergeContacts", {
              body: { sourceContactId: id, targetContactId: contacts[at.other]!.id },
            });
          case "upsert":
            return client.raw("upsertContact", { body: { id, name, phones: [phone] } });
          case "delete":
            return client.raw("deleteContact", { path });
        }
      };
      const answers = await Promise.all(given.map(run));

      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      await readPage(client);
    }),
    { numRuns: 12 },
  );
});

test("threads of an earlier version get the contacts that they show from the migration", async () => {
  const name = "20261124110000-contacts-of-threads";
  const { client, team } = await app.signIn();
  const [linked, shared] = [uniquePhone(), uniquePhone()];
  await buildContact(client, { name: "Linked", tags: ["a"], phones: [linked] });
  await buildContact(client, { name: "Older", tags: ["b"], phones: [shared] });
  await buildContact(client, { name: "Younger", phones: [shared] });
  for (const phone of [linked, shared, uniquePhone()]) await addThread(team, phone);
  const before = await readPage(client);
  await app.em().execute("alter table thread drop column contact_name, drop column contact_tags");
  await app.em().execute("delete from mikro_orm_migrations where name = ?", [name]);

  await migrate(app.database);

  expect((await readSchemaStatus(app.database)).pending).toEqual([]);
  expect(await readPage(client)).toEqual(before);
});
