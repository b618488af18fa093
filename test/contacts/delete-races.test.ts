import { expect, test } from "vitest";
import type { Contact } from "../../generated/api.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { type Client, createClient, type RawAnswer } from "../support/client.ts";
import { buildContact, uniquePhone } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";

const app = useApp();
const neighbour = useNeighbour(app);

const rounds = 12;

const outcomeOf = (answer: RawAnswer) => (answer.status < 300 ? String(answer.status) : refusalOf(answer));

/** Two clients of a team, each of another server. */
async function signInTwice() {
  const { client, key, team } = await app.signIn({ withNumber: false });
  return { client, other: createClient(neighbour.url, key), team };
}

/** Whether a contact, if it is there, has all its parts. */
async function expectWholeOrGone(client: Client, id: string, phone: string): Promise<boolean> {
  const { contacts } = await client.listContacts({ query: { query: phone } });
  const { found } = await client.getContactByPhone({ path: { phone } });
  const { status, body } = await client.raw("getContact", { path: { id } });
  expect([contacts.length === 1, found]).toEqual([status === 200, status === 200]);
  if (status === 200)
    expect(body.phones.map(({ phoneNumber }: { phoneNumber: string }) => phoneNumber)).toContain(phone);
  return status === 200;
}

test("a contact that is updated on another server meanwhile is deleted before, or stays as changed", async () => {
  const { client, other } = await signInTwice();
  for (let round = 0; round < rounds; round += 1) {
    const phone = uniquePhone();
    const { id, updatedAt } = await buildContact(client, { phones: [phone], tags: ["a"] });
    const remove = () => client.raw("deleteContact", { path: { id }, query: { unchangedSince: updatedAt } });
    const update = () => other.raw("updateContact", { path: { id }, body: { tags: ["b"], name: "Changed" } });
    const [first, second] = round % 2 === 0 ? [remove, update] : [update, remove];

    const answers = await Promise.all([first(), second()]);

    const [removed, updated] = round % 2 === 0 ? answers : answers.toReversed();
    const outcome = [outcomeOf(removed!), outcomeOf(updated!)].join(", ");
    const isThere = await expectWholeOrGone(client, id, phone);
    expect(outcome).toBe(isThere ? "409 contact_changed, 200" : "200, 404 contact_not_found");
  }
});

test("a merge and a deletion of its source or its target on another server leave no half of a contact", async () => {
  const { client, other } = await signInTwice();
  for (let round = 0; round < rounds; round += 1) {
    const phones = [uniquePhone(), uniquePhone()];
    const source = await buildContact(client, { phones: [phones[0]!], externalId: `s-${round}` });
    const target = await buildContact(client, { phones: [phones[1]!] });
    const deleted = round % 2 === 0 ? source : target;

    const [merged, removed] = await Promise.all([
      other.raw("mergeContacts", { body: { sourceContactId: source.id, targetContactId: target.id } }),
      client.raw("deleteContact", { path: { id: deleted.id }, query: { unchangedSince: deleted.updatedAt } }),
    ]);

    const outcome = [outcomeOf(merged), outcomeOf(removed)];
    const found = await Promise.all(phones.map((phone) => client.getContactByPhone({ path: { phone } })));
    const holders = found.map(({ contact }) => contact?.id ?? null);
    if (outcome[0] === "200") {
      expect(outcome[1]).toBe(deleted === source ? "404 contact_not_found" : "409 contact_changed");
      expect(holders).toEqual([target.id, target.id]);
    } else {
      expect(outcome).toEqual(["404 contact_not_found", "200"]);
      expect(holders).toEqual(deleted === source ? [null, target.id] : [source.id, null]);
    }
  }
});

test("a bulk import on another server and deletions of its contacts leave each contact whole or gone", async () => {
  const { client, other, team } = await signInTwice();
  const phones = Array.from({ length: 40 }, uniquePhone);
  const contacts: Contact[] = [];
  for (const phone of phones) contacts.push(await buildContact(client, { phones: [phone], name: "Before" }));
  const upsert = (phone: string) =>
    other.raw("upsertContact", { body: { name: "After", tags: ["new"], phones: [phone], externalId: phone } });
  const remove = ({ id, updatedAt }: Contact) =>
    client.raw("deleteContact", { path: { id }, query: { unchangedSince: updatedAt } });

  const [upserted, removed] = await Promise.all([
    Promise.all(phones.map(upsert)),
    Promise.all(contacts.toReversed().map(remove)).then((all) => all.toReversed()),
  ]);

  for (const [index, phone] of phones.entries()) {
    const { created, contact } = upserted[index]!.body;
    expect(outcomeOf(removed[index]!)).toBe(created ? "200" : "409 contact_changed");
    // A contact that was deleted before is created anew, with another id.
    expect(contact.id === contacts[index]!.id).toBe(!created);
    expect((await client.getContactByPhone({ path: { phone } })).contact).toEqual(contact);
  }
  expect(
    (await client.listDuplicateContacts()).duplicateGroups.filter(({ reason }) => reason !== "similar_name"),
  ).toEqual([]);
  const [{ count }] = await app
    .em()
    .execute<[{ count: number }]>("select count(*)::int as count from contact where team_id = ?", [team.id]);
  expect(count).toBe(40);
});

test("deletions of one contact at once delete it once", async () => {
  const { client, other } = await signInTwice();
  const { id } = await buildContact(client);

  const answers = await Promise.all(
    [client, other, client, other].map((each) => each.raw("deleteContact", { path: { id } })),
  );

  expect(answers.map(outcomeOf).toSorted()).toEqual(["200", ...Array(3).fill("404 contact_not_found")]);
});
