import { expect, test, vi } from "vitest";
import { readClock } from "../../server/db/clock.ts";
import { transactOfTeam } from "../../server/db/commit/of-teams.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { storeMessages } from "../../server/texts/store/store-messages.ts";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { countWaiting } from "../support/database.ts";
import { buildBusinessNumber, buildContact, buildMessage, uniquePhone } from "../support/factories.ts";

const app = useApp();

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

const send = (client: Client, phone: string) => client.sendText({ body: { phone_number: phone, message: "hello" } });

/** How many threads belong to a contact: a merge counts them, and moves them to the sink. */
async function countThreads(client: Client, id: string, sink: string): Promise<number> {
  return (await client.mergeContacts({ body: { sourceContactId: id, targetContactId: sink } })).movedThreads;
}

test("a first text and the creation of its contact at once link the thread to the contact, in either order", async () => {
  const { client, team } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team });
  const phones = times(18, uniquePhone);

  const made = await Promise.all(
    phones.map(async (phone, at) => {
      const add = () =>
        at % 3 === 0
          ? client.upsertContact({ body: { name: phone.slice(1), phones: [uniquePhone(), phone] } })
          : client.createContact({ body: { name: phone.slice(1), phones: [phone] } });
      const text = () => (at % 2 === 0 ? send(client, phone) : buildMessage(app.em(), { team, number, phone }));
      const [{ threadId }, { contact }] = await Promise.all([text(), add()]);
      return { threadId, contact };
    }),
  );

  const { threads } = await client.listThreads({ query: { per_page: 100 } });
  for (const { threadId, contact } of made) {
    expect(threads.find(({ id }) => id === threadId)?.contactName).toBe(contact.name);
  }
  const sink = await buildContact(client);
  const counts = [];
  for (const { contact } of made) counts.push(await countThreads(client, contact.id, sink.id));
  expect(counts).toEqual(phones.map(() => 1));
});

test("a first text during the loss or gain of its phone links the thread to a current contact only", async () => {
  const { client } = await app.signIn();
  const pairs = await Promise.all(
    times(10, async () => {
      const phone = uniquePhone();
      const had = await buildContact(client, { name: "Had it", phones: [uniquePhone(), phone] });
      const gets = await buildContact(client, { name: "Gets it" });
      return { phone, had, gets };
    }),
  );

  const threads = await Promise.all(
    pairs.map(async ({ phone, had, gets }) => {
      const path = { id: had.id, phoneId: had.phones[1]!.id };
      const [{ threadId }] = await Promise.all([
        send(client, phone),
        client.deleteContactPhone({ path }),
        client.addContactPhone({ path: { id: gets.id }, body: { phoneNumber: phone } }),
      ]);
      return threadId;
    }),
  );

  // Only one contact has the phone now. The thread shows its name, even if it is not linked.
  for (const id of threads) expect(await client.getThread({ path: { id } })).toMatchObject({ contactName: "Gets it" });
  const sink = await buildContact(client);
  for (const { had } of pairs) expect(await countThreads(client, had.id, sink.id)).toBe(0);
});

test("when two contacts gain a phone during its first texts, the thread belongs to the older contact or to none", async () => {
  const { client } = await app.signIn();
  for (const phone of times(5, uniquePhone)) {
    const [{ contact: one }, { contact: two }, { threadId }] = await Promise.all([
      client.createContact({ body: { name: "One", phones: [phone] } }),
      client.createContact({ body: { name: "Two", phones: [phone] } }),
      send(client, phone),
    ]);
    const { contactName } = await client.getThread({ path: { id: threadId } });
    const older = one.createdAt < two.createdAt ? one : two;
    expect(contactName).toBe(older.name);
    // The thread was the older one's alone for a while, or was made when both had the phone. The sink is younger than
    // both, so a thread without a link still shows the older one after the merge.
    const sink = await buildContact(client);
    expect(await countThreads(client, (older === one ? two : one).id, sink.id)).toBe(0);
  }
});

test("texts to many shared phones succeed while contacts with these phones are created and deleted", async () => {
  const { client } = await app.signIn();
  const phones = times(6, uniquePhone);
  const contacts = await Promise.all(phones.map((phone) => buildContact(client, { phones: [uniquePhone(), phone] })));

  const answers = await Promise.all(
    [
      ...times(3, () =>
        phones.map((phone) => client.raw("sendText", { body: { phone_number: phone, message: "hi" } })),
      ),
      times(5, (at) =>
        client.raw("mergeContacts", {
          body: { sourceContactId: contacts[at]!.id, targetContactId: contacts[5]!.id },
        }),
      ),
      times(4, () => client.raw("createContact", { body: { name: "All", phones: phones.toReversed() } })),
      times(4, () => client.raw("upsertContact", { body: { id: contacts[5]!.id, phones } })),
    ].flat(),
  );

  // An upsert may find several contacts with the phone. Nothing else is refused, and nothing fails.
  const outcomes = answers.map(({ status, body }) => `${status} ${body.error ?? ""}`.trim());
  const known = new Set(["200", "201", "409 contact_identity_conflict", "409 ambiguous_contact_match"]);
  expect(outcomes.filter((each) => !known.has(each))).toEqual([]);
  const { threads } = await client.listThreads();
  expect(threads.map(({ contactPhone }) => contactPhone).sort()).toEqual(phones.toSorted());
});

test("a contact that is added while a first message with its phone is stored gets the thread", async () => {
  const { client, team } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team });
  const phone = uniquePhone();
  const message = { teamId: team.id, id: newId(), businessNumberId: number.id, contactPhone: phone, body: "hello" };
  const adding = await transactOfTeam(app.database.orm, team.id, async (storing) => {
    const now = await readClock(storing);
    await storeMessages(storing, "inbound", [
      { ...message, status: "received", segments: 1, encoding: "GSM-7", testMode: false, now },
    ]);
    const added = client.createContact({ body: { name: "Ada", phones: [phone] } });
    const waiting = vi.waitFor(async () => expect(await countWaiting(app.database)).toBe(1));
    await Promise.race([added, waiting]);
    return { added };
  });

  const { contact } = await adding.added;
  expect(await countThreads(client, contact.id, (await buildContact(client)).id)).toBe(1);
});
