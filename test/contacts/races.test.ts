import { expect, test, vi } from "vitest";
import type { Contact } from "../../generated/api.ts";
import { lockContacts } from "../../server/contacts/writes/lock-contacts.ts";
import { readClock } from "../../server/db/clock.ts";
import { useApp } from "../support/app.ts";
import type { CallInput, Client, RawAnswer } from "../support/client.ts";
import { countWaiting } from "../support/database.ts";
import { buildContact, uniquePhone } from "../support/factories.ts";

const app = useApp();

type Upsert = NonNullable<CallInput<"upsertContact">["body"]>;

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const signIn = () => app.signIn({ withNumber: false });

/** How often each status and code was answered. */
function tally(answers: RawAnswer[]): Record<string, number> {
  const outcomes = answers.map(({ status, body }) => (status < 300 ? String(status) : `${status} ${body.error}`));
  return Object.fromEntries([...Map.groupBy(outcomes, (each) => each)].map(([each, { length }]) => [each, length]));
}

async function readAll(client: Client): Promise<Contact[]> {
  const { contacts } = await client.listContacts({ query: { per_page: 100 } });
  return Promise.all(contacts.map(({ id }) => client.getContact({ path: { id } })));
}

const numbersOf = (contacts: Contact[]) =>
  contacts.flatMap(({ phones }) => phones.map(({ phoneNumber }) => phoneNumber)).sort();

/** What holds of every contact at any time. */
function expectOnePrimary(contact: Contact): void {
  const primaries = contact.phones.filter(({ isPrimary }) => isPrimary).map(({ phoneNumber }) => phoneNumber);
  expect(primaries).toEqual([contact.primaryPhone]);
}

const upsertAtOnce = (client: Client, bodies: Upsert[]) =>
  Promise.all(bodies.map((body) => client.raw("upsertContact", { body })));

test("concurrent upserts of one phone or one external id create one contact with the values of all", async () => {
  for (const identity of ["phone", "externalId"]) {
    const { client } = await signIn();
    const [phone, phones] = [uniquePhone(), times(12, uniquePhone)];

    const answers = await upsertAtOnce(
      client,
      phones.map((own, at) => ({
        name: `from ${at}`,
        ...(identity === "phone" ? { phones: [phone, own] } : { externalId: "crm-1", phones: [own] }),
      })),
    );

    expect(tally(answers)).toEqual({ 200: 12 });
    const matches = answers.map(({ body }) => body.matchedBy ?? "added").sort();
    expect(matches).toEqual(["added", ...times(11, () => identity)]);
    const [contact, ...others] = await readAll(client);
    expect(others).toEqual([]);
    expect(numbersOf([contact!])).toEqual([...phones, ...(identity === "phone" ? [phone] : [])].sort());
    expectOnePrimary(contact!);
  }
});

test("concurrent upserts whose identities overlap in a chain never give one identity to two contacts", async () => {
  const { client } = await signIn();
  const phones = times(9, uniquePhone);
  const bodies = times(8, (at): Upsert => ({ name: "Ada", phones: [phones[at]!, phones[at + 1]!] }));

  const answers = await upsertAtOnce(client, [...bodies, ...bodies.toReversed()]);

  // What two contacts came first on either side of may be in conflict; nothing else may happen.
  expect(Object.keys(tally(answers)).filter((each) => each !== "409 contact_identity_conflict")).toEqual(["200"]);
  const stored = numbersOf(await readAll(client));
  expect(stored).toEqual([...new Set(stored)]);
  const accepted = answers.flatMap(({ status, body }) => (status === 200 ? [body.contact as Contact] : []));
  expect([...new Set(numbersOf(accepted))]).toEqual(stored);
});

test("concurrent upserts by phone, by external id or by both add one contact", async () => {
  const { client } = await signIn();
  const phone = uniquePhone();
  const both = { name: "Ada", externalId: "crm-1", phones: [phone] };
  const answers = await upsertAtOnce(
    client,
    times(12, (at) => (at % 2 === 0 ? both : { name: "Ada", phones: [phone] })),
  );
  expect(tally(answers)).toEqual({ 200: 12 });
  expect(await readAll(client)).toMatchObject([{ externalId: "crm-1", phones: [{ phoneNumber: phone }] }]);
});

test("deleting all phones of a contact at once leaves one phone, which is primary", async () => {
  const { client } = await signIn();
  for (const count of [2, 2, 2, 5]) {
    const contact = await buildContact(client, { phones: times(count, uniquePhone) });

    const answers = await Promise.all(
      contact.phones.map((phone) => client.raw("deleteContactPhone", { path: { id: contact.id, phoneId: phone.id } })),
    );

    expect(tally(answers)).toEqual({ 200: count - 1, "409 cannot_delete_last_contact_phone": 1 });
    const left = await client.getContact({ path: { id: contact.id } });
    expect(left.phones).toHaveLength(1);
    expectOnePrimary(left);
  }
});

test("phones that are made primary, added and deleted at once leave one primary phone, and every read sees one", async () => {
  const { client } = await signIn();
  const contact = await buildContact(client, { phones: times(6, uniquePhone) });
  const path = { id: contact.id };
  const seen: Contact[] = [];
  let racing = true;
  const reading = (async () => {
    while (racing) seen.push(await client.getContact({ path }));
  })();

  const [kept, removed] = [contact.phones.slice(0, 4), contact.phones.slice(4)];
  const answers = await Promise.all([
    ...kept.map(({ id: phoneId }) =>
      client.raw("updateContactPhone", { path: { ...path, phoneId }, body: { isPrimary: true } }),
    ),
    ...times(4, () => client.raw("addContactPhone", { path, body: { phoneNumber: uniquePhone(), isPrimary: true } })),
    ...removed.map(({ id: phoneId }) => client.raw("deleteContactPhone", { path: { ...path, phoneId } })),
  ]);
  racing = false;
  await reading;

  expect(tally(answers)).toEqual({ 200: 6, 201: 4 });
  const left = await client.getContact({ path });
  expect(left.phones).toHaveLength(8);
  for (const each of [...seen, ...answers.map(({ body }) => body.contact), left]) expectOnePrimary(each);
});

test("a phone that is added to a contact many times at once is added once", async () => {
  const { client } = await signIn();
  const { id } = await buildContact(client);
  const body = { phoneNumber: uniquePhone() };
  const answers = await Promise.all(times(8, () => client.raw("addContactPhone", { path: { id }, body })));
  expect(tally(answers)).toEqual({ 201: 1, "409 duplicate_contact_phone": 7 });
  expect((await client.getContact({ path: { id } })).phones).toHaveLength(2);
});

test("concurrent changes of different fields are all kept", async () => {
  const { client } = await signIn();
  const { id } = await buildContact(client);
  const changes = [
    { name: "Ada" },
    { company: "Engines" },
    { role: "Engineer" },
    { externalId: "crm-1" },
    { tags: ["a"] },
    { notes: ["one"] },
    { metadata: { a: 1 } },
  ];
  await Promise.all(changes.map((body) => client.updateContact({ path: { id }, body })));
  expect(await client.getContact({ path: { id } })).toMatchObject(Object.assign({}, ...changes));
});

test("polling since the newest change seen misses no change, however many are concurrent", async () => {
  const { client } = await signIn();
  const contacts = await Promise.all(times(8, () => buildContact(client)));
  const seen = new Map<string, string>();
  let newest = "2020-01-01T00:00:00Z";
  const poll = async () => {
    const query = { updated_after: newest, per_page: 100 };
    for (const { id, updatedAt } of (await client.listContacts({ query })).contacts) {
      seen.set(id, updatedAt);
      if (updatedAt > newest) newest = updatedAt;
    }
  };
  let racing = true;
  const polling = (async () => {
    while (racing) await poll();
  })();

  await Promise.all(
    contacts.map(async ({ id, primaryPhone }, at) => {
      const path = { id };
      await client.updateContact({ path, body: { role: "changed" } });
      await client.upsertContact({ body: { phones: [primaryPhone], notes: ["changed"] } });
      await client.addContactPhone({ path, body: { phoneNumber: uniquePhone() } });
      await client.upsertContact({ body: { externalId: `crm-${at}`, name: "New", phones: [uniquePhone()] } });
    }),
  );
  racing = false;
  await polling;
  await poll();

  const { contacts: all } = await client.listContacts({ query: { per_page: 100 } });
  expect(all).toHaveLength(16);
  expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(all.map(({ id, updatedAt }) => [id, updatedAt])));
  expect(new Set(all.map(({ updatedAt }) => updatedAt)).size).toBe(16);
});

test("the timestamp of a change is the time when its lock is granted, not the time of the request", async () => {
  const { client, team } = await signIn();
  const { id } = await buildContact(client);
  const asked: Promise<{ contact: Contact }>[] = [];
  const isWaiting = () =>
    vi.waitFor(async () => expect(await countWaiting(app.database)).toBe(asked.length), { interval: 5 });
  // Another change is in progress.
  const moment = await app.inTeam(team.id, async (other) => {
    await lockContacts({ em: other, teamId: team.id });
    asked.push(client.updateContact({ path: { id }, body: { name: "Ada" } }));
    await isWaiting();
    asked.push(client.createContact({ body: { name: "New", phones: [uniquePhone()] } }));
    await isWaiting();
    return readClock(other);
  });

  for (const { contact } of await Promise.all(asked)) expect(contact.updatedAt > moment).toBe(true);
  expect((await client.listContacts({ query: { updated_after: moment } })).contacts).toHaveLength(2);
});
