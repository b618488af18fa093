import { expect, test } from "vitest";
import type { Contact } from "../../generated/api.ts";
import { useApp } from "../support/app.ts";
import type { Client, RawAnswer } from "../support/client.ts";
import { buildContact, buildMessage, uniquePhone } from "../support/factories.ts";

const app = useApp();

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const outcomeOf = ({ status, body }: RawAnswer) => (status < 300 ? `${status}` : `${status} ${body.error}`);

const merge = (client: Client, source: { id: string }, target: { id: string }) =>
  client.raw("mergeContacts", {
    body: { sourceContactId: source.id, targetContactId: target.id, strategy: "append" },
  });

async function readAll(client: Client): Promise<Contact[]> {
  const { contacts } = await client.listContacts({ query: { per_page: 100 } });
  return Promise.all(contacts.map(({ id }) => client.getContact({ path: { id } })));
}

/** All phones, notes and tags of some contacts, each as often as it is there. */
const belongings = (contacts: Contact[]) =>
  contacts.flatMap(({ phones, notes, tags }) => [...phones.map((each) => each.phoneNumber), ...notes, ...tags]).sort();

/** Creates a contact with a thread and a note. */
async function buildRich(client: Client, team: Awaited<ReturnType<typeof app.signIn>>["team"], name: string) {
  const contact = await buildContact(client, { name, notes: [`note of ${name}`], tags: [`tag of ${name}`] });
  const phone = contact.primaryPhone as ReturnType<typeof uniquePhone>;
  await buildMessage(app.em(), { team, phone });
  return contact;
}

test("two contacts that are merged into each other at once become one, with the phones, notes and threads of both", async () => {
  const { client, team } = await app.signIn();
  const pairs = await Promise.all(
    times(6, (at) => Promise.all(["a", "b"].map((side) => buildRich(client, team, `${side}${at}`)))),
  );
  const before = belongings(pairs.flat());

  const answers = await Promise.all(pairs.map(([a, b]) => Promise.all([merge(client, a!, b!), merge(client, b!, a!)])));

  for (const each of answers) {
    expect(each.map(outcomeOf).sort()).toEqual(["200", "404 contact_not_found"]);
    expect(each.find(({ status }) => status === 200)!.body.movedThreads).toBe(1);
  }
  const left = await readAll(client);
  expect(left).toHaveLength(6);
  expect(belongings(left)).toEqual(before);
  const { threads } = await client.listThreads();
  const names = [...left, ...left].map(({ name }) => name).sort();
  expect(threads.map(({ contactName }) => contactName).sort()).toEqual(names);
});

test("concurrent merges in a ring lose nothing, and as many contacts remain as merges were refused", async () => {
  const { client, team } = await app.signIn();
  const ring = await Promise.all(times(6, (at) => buildRich(client, team, `contact ${at}`)));
  const before = belongings(ring);

  const answers = await Promise.all(ring.map((each, at) => merge(client, each, ring[(at + 1) % ring.length]!)));

  const refused = answers.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(outcomeOf))).toEqual(new Set(["404 contact_not_found"]));
  const left = await readAll(client);
  expect(left).toHaveLength(refused.length);
  expect(belongings(left)).toEqual(before);
  const { threads } = await client.listThreads();
  const holders = threads.map(
    ({ contactPhone }) => left.find(({ phones }) => phones.some((each) => each.phoneNumber === contactPhone))!.name,
  );
  expect(threads.map(({ contactName }) => contactName)).toEqual(holders);
});

test("a concurrent change of the source is on the target after the merge, or is refused", async () => {
  const { client } = await app.signIn();
  for (const round of times(4, (at) => at)) {
    const phones = times(4, uniquePhone);
    const [source, target] = [await buildContact(client, { phones: phones.slice(0, 2) }), await buildContact(client)];
    const path = { id: source.id };
    const [added, upserted] = [uniquePhone(), uniquePhone()];
    const acts = [
      () => client.raw("addContactPhone", { path, body: { phoneNumber: added } }),
      () => client.raw("upsertContact", { body: { id: source.id, phones: [upserted], notes: ["upserted"] } }),
      () => client.raw("updateContact", { path, body: { tags: ["changed"] } }),
      () => merge(client, source, target),
    ];
    // The merge is at another position in each round.
    const order = [...acts.slice(round), ...acts.slice(0, round)];
    const at = await Promise.all(order.map((act) => act()));
    const answerOf = (act: (typeof acts)[number]) => at[order.indexOf(act)]!;

    const [add, upsert, change, merged] = acts.map(answerOf);
    expect(merged!.status).toBe(200);
    for (const answer of [add!, change!]) expect(["200", "201", "404 contact_not_found"]).toContain(outcomeOf(answer));
    // An id that is gone finds nothing, and a new contact needs a name.
    expect(["200", "422 validation_error"]).toContain(outcomeOf(upsert!));
    const { phones: left, notes, tags } = await client.getContact({ path: { id: target.id } });
    expect(left.map(({ phoneNumber }) => phoneNumber).sort()).toEqual(
      [
        target.primaryPhone,
        ...phones.slice(0, 2),
        ...(add!.status === 201 ? [added] : []),
        ...(upsert!.status === 200 ? [upserted] : []),
      ].sort(),
    );
    expect(notes).toEqual(upsert!.status === 200 ? ["upserted"] : []);
    expect(tags).toEqual(change!.status === 200 ? ["changed"] : []);
  }
});

test("texts to the source's phones during a merge end in threads of the target", async () => {
  const { client } = await app.signIn();
  const pairs = await Promise.all(
    times(8, async (at) => ({
      source: await buildContact(client, { name: `source ${at}`, phones: [uniquePhone(), uniquePhone()] }),
      target: await buildContact(client, { name: `target ${at}` }),
    })),
  );

  const answers = await Promise.all(
    pairs.flatMap(({ source, target }) => [
      ...source.phones.map(({ phoneNumber }) =>
        client.raw("sendText", { body: { phone_number: phoneNumber, message: "hello" } }),
      ),
      merge(client, source, target),
    ]),
  );

  expect(new Set(answers.map(outcomeOf))).toEqual(new Set(["200"]));
  for (const { target } of pairs) {
    const sink = await buildContact(client, { name: "Sink" });
    const { body } = await merge(client, target, sink);
    expect(body.movedThreads).toBe(2);
  }
});

test("a read during a merge shows the contacts before or after it, never in between", async () => {
  const { client } = await app.signIn({ withNumber: false });
  const [phone, shared] = [uniquePhone(), { externalId: "crm-1" }];
  let current = await buildContact(client, { ...shared, phones: [uniquePhone(), phone] });
  const targets = await Promise.all(times(12, () => buildContact(client, shared)));
  const seen = new Set<string>();
  const reads = [
    async () => {
      const answer = await client.raw("getContactByPhone", { path: { phone } });
      return `${outcomeOf(answer)} with the phone: ${answer.body.found}`;
    },
    async () => `${outcomeOf(await client.raw("getContact", { path: { id: current.id } }))} by id`,
    async () => {
      const { duplicateGroups } = await client.listDuplicateContacts();
      return `groups of several: ${duplicateGroups.every(({ contacts }) => contacts.length > 1)}`;
    },
  ];
  let racing = true;
  const reading = Promise.all(
    reads.map(async (read) => {
      while (racing) seen.add(await read());
    }),
  );
  for (const target of targets) current = (await merge(client, current, target)).body.contact;
  racing = false;
  await reading;

  seen.delete("404 contact_not_found by id");
  expect([...seen].sort()).toEqual(["200 by id", "200 with the phone: true", "groups of several: true"]);
});
