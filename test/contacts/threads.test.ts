import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { buildBusinessNumber, buildContact, buildMessage, type TestTeam, uniquePhone } from "../support/factories.ts";

const app = useApp();

const readThread = (client: Client, id: string) => client.getThread({ path: { id } });
const nameOf = async (client: Client, threadId: string) => (await readThread(client, threadId)).contactName;

/** A thread of its own number with a phone. */
const addThread = async (team: TestTeam, phone = uniquePhone()) =>
  (await buildMessage(app.em(), { team, phone })).threadId;

/** Takes a phone from a contact. */
async function takePhone(client: Client, id: string, phone: string): Promise<void> {
  const { phones } = await client.getContact({ path: { id } });
  const phoneId = phones.find(({ phoneNumber }) => phoneNumber === phone)!.id;
  await client.deleteContactPhone({ path: { id, phoneId } });
}

/** How many threads show a contact until a merge gives its phones to a new one. */
async function countThreads(client: Client, { id }: { id: string }): Promise<number> {
  const sink = await buildContact(client, { name: "Sink" });
  return (await client.mergeContacts({ body: { sourceContactId: id, targetContactId: sink.id } })).movedThreads;
}

test("a thread with the phone of no contact shows the phone as its name, without tags", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  const { threadId } = await client.sendText({ body: { phone_number: phone, message: "hello" } });
  expect(await readThread(client, threadId)).toMatchObject({ contactName: phone, contactPhone: phone, tags: [] });
});

test("sends and inbound messages do not create contacts", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  await client.sendText({ body: { phone_number: phone, message: "hello" } });
  await addThread(team);
  expect((await client.listContacts()).contacts).toEqual([]);
  expect(await client.getContactByPhone({ path: { phone } })).toEqual({ found: false, contact: null });
});

test("a new thread belongs to the only contact with its phone, primary or not, in either direction", async () => {
  const { client, team } = await app.signIn();
  const [first, second] = [uniquePhone(), uniquePhone()];
  const contact = await buildContact(client, { name: "Ada", tags: ["b", "a"], phones: [first, second] });

  const { threadId } = await client.sendText({ body: { phone_number: first, message: "hello" } });
  const inbound = await addThread(team, second);

  for (const id of [threadId, inbound]) {
    expect(await readThread(client, id)).toMatchObject({ contactName: "Ada", tags: ["b", "a"] });
  }
  expect(await countThreads(client, contact)).toBe(2);
});

test("an existing thread moves to the contact that gains its phone by a create, an upsert or an added phone", async () => {
  const { client, team } = await app.signIn();
  const phones = Array.from({ length: 4 }, uniquePhone);
  const threads = [];
  for (const phone of phones) threads.push(await addThread(team, phone), await addThread(team, phone));

  const created = await buildContact(client, { name: "Created", phones: [phones[0]!] });
  const given = { name: "Upserted", phones: [phones[1]!] };
  const { contact: upserted } = await client.upsertContact({ body: given });
  const other = await buildContact(client, { name: "Added" });
  await client.addContactPhone({ path: { id: other.id }, body: { phoneNumber: phones[2]! } });
  await client.upsertContact({ body: { id: other.id, phones: [phones[3]!] } });

  const names = await Promise.all(threads.map((id) => nameOf(client, id)));
  expect(names).toEqual(["Created", "Created", "Upserted", "Upserted", "Added", "Added", "Added", "Added"]);
  expect(await countThreads(client, created)).toBe(2);
  expect(await countThreads(client, upserted)).toBe(2);
  expect(await countThreads(client, other)).toBe(4);
});

test("a thread with a phone of two contacts shows the older contact's name and belongs to neither", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const older = await buildContact(client, { name: "Older", tags: ["old"] });
  const younger = await buildContact(client, { name: "Younger", tags: ["young"], phones: [phone] });
  await client.addContactPhone({ path: { id: older.id }, body: { phoneNumber: phone } });
  const thread = await addThread(team, phone);

  // The order of creation decides, not the order of gaining the phone.
  expect(await readThread(client, thread)).toMatchObject({ contactName: "Older", tags: ["old"] });
  const third = await buildContact(client, { name: "Third", phones: [phone] });
  expect(await nameOf(client, thread)).toBe("Older");
  for (const contact of [third, older, younger]) expect(await countThreads(client, contact)).toBe(0);
});

test("a thread that two contacts share stays unlinked when one of them loses the phone", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const older = await buildContact(client, { name: "Older" });
  await buildContact(client, { name: "Staying", phones: [phone] });
  const leaving = await buildContact(client, { name: "Leaving", phones: [uniquePhone(), phone] });
  const thread = await addThread(team, phone);

  await takePhone(client, leaving.id, phone);

  expect(await nameOf(client, thread)).toBe("Staying");
  await client.addContactPhone({ path: { id: older.id }, body: { phoneNumber: phone } });
  expect(await nameOf(client, thread)).toBe("Older");
});

test("a thread keeps its contact when other contacts gain the phone, even an older contact", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const older = await buildContact(client, { name: "Older" });
  const linked = await buildContact(client, { name: "Linked", tags: ["l"], phones: [phone] });
  const thread = await addThread(team, phone);

  await client.addContactPhone({ path: { id: older.id }, body: { phoneNumber: phone } });
  await buildContact(client, { name: "Younger", phones: [phone] });
  await client.sendText({ body: { threadId: thread, message: "again" } });

  expect(await readThread(client, thread)).toMatchObject({ contactName: "Linked", tags: ["l"] });
  expect(await countThreads(client, older)).toBe(0);
  expect(await countThreads(client, linked)).toBe(1);
});

test("a thread leaves the contact that loses its phone, and shows the next contact's name or the phone", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const contact = await buildContact(client, { name: "Ada", tags: ["a"], phones: [uniquePhone(), phone] });
  const thread = await addThread(team, phone);
  const another = await buildContact(client, { name: "Another", phones: [uniquePhone(), phone] });
  expect(await nameOf(client, thread)).toBe("Ada");

  await takePhone(client, contact.id, phone);
  expect(await nameOf(client, thread)).toBe("Another");
  await takePhone(client, another.id, phone);
  expect(await readThread(client, thread)).toMatchObject({ contactName: phone, tags: [] });

  // The next contact that gains it has it alone.
  await client.addContactPhone({ path: { id: another.id }, body: { phoneNumber: phone } });
  expect(await nameOf(client, thread)).toBe("Another");
  expect(await countThreads(client, contact)).toBe(0);
  expect(await countThreads(client, another)).toBe(1);
});

test("deleting a phone removes only the threads of that phone", async () => {
  const { client, team } = await app.signIn();
  const [kept, lost] = [uniquePhone(), uniquePhone()];
  const contact = await buildContact(client, { name: "Ada", phones: [kept, lost] });
  const threads = [await addThread(team, kept), await addThread(team, lost), await addThread(team, kept)];

  await takePhone(client, contact.id, lost);

  expect(await Promise.all(threads.map((id) => nameOf(client, id)))).toEqual(["Ada", lost, "Ada"]);
  expect(await countThreads(client, contact)).toBe(2);
});

test("a merge moves and counts the source's threads, which stay with the target even if others share phones", async () => {
  const { client, team } = await app.signIn();
  const [shared, own, ofTarget] = [uniquePhone(), uniquePhone(), uniquePhone()];
  const oldest = await buildContact(client, { name: "Oldest" });
  const source = await buildContact(client, { name: "Source", phones: [shared, own] });
  const target = await buildContact(client, { name: "Target", tags: ["t"], phones: [ofTarget] });
  const moved = [await addThread(team, shared), await addThread(team, shared), await addThread(team, own)];
  const before = await addThread(team, ofTarget);
  await client.addContactPhone({ path: { id: oldest.id }, body: { phoneNumber: shared } });

  const body = { sourceContactId: source.id, targetContactId: target.id };
  expect(await client.mergeContacts({ body })).toMatchObject({ movedThreads: 3 });

  for (const id of [...moved, before]) {
    expect(await readThread(client, id)).toMatchObject({ contactName: "Target", tags: ["t"] });
  }
  expect(await countThreads(client, oldest)).toBe(0);
  expect(await countThreads(client, target)).toBe(4);
});

test("an unlinked thread of a phone that source and target share belongs to the target after their merge", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const [source, target] = [
    await buildContact(client, { name: "Source", phones: [phone] }),
    await buildContact(client, { name: "Target", phones: [phone] }),
  ];
  const thread = await addThread(team, phone);

  const body = { sourceContactId: source.id, targetContactId: target.id };
  expect(await client.mergeContacts({ body })).toMatchObject({ movedThreads: 1 });

  expect(await nameOf(client, thread)).toBe("Target");
  await buildContact(client, { name: "Younger", phones: [phone] });
  expect(await countThreads(client, target)).toBe(1);
});

test("a merge counts exactly the threads that showed another contact before and show the target afterwards", async () => {
  const { client, team } = await app.signIn();
  const [oldest, old, young] = ["Oldest", "Old", "Young"].map((name) => ({ name }));
  const phones = Array.from({ length: 4 }, uniquePhone);
  const contacts = [];
  for (const fields of [oldest!, old!, young!]) contacts.push(await buildContact(client, fields));
  const [first, source, target] = contacts.map(({ id }) => ({ id }));
  const give = async (phone: string, ...paths: ({ id: string } | undefined)[]) => {
    for (const path of paths) await client.addContactPhone({ path: path!, body: { phoneNumber: phone } });
  };
  // Shown by the source, by the target, by a third contact, and by the source again.
  await give(phones[0]!, source, target);
  await give(phones[2]!, first, source);
  await give(phones[3]!, source, target);
  const [shared, ofTarget, ofThird, another] = [
    await addThread(team, phones[0]),
    await addThread(team, phones[1]),
    await addThread(team, phones[2]),
    await addThread(team, phones[3]),
  ];
  await give(phones[1]!, target, source);
  const younger = await buildContact(client, { name: "Younger", phones: [phones[3]!] });

  const body = { sourceContactId: source!.id, targetContactId: target!.id };
  expect(await client.mergeContacts({ body })).toMatchObject({ movedThreads: 2 });

  const names = await Promise.all([shared, ofTarget, ofThird, another].map((id) => nameOf(client, id)));
  expect(names).toEqual(["Young", "Young", "Oldest", "Young"]);
  // The target is older than this source, so it was shown before.
  const again = { sourceContactId: younger.id, targetContactId: target!.id };
  expect(await client.mergeContacts({ body: again })).toMatchObject({ movedThreads: 0 });
});

test("threads show every change of their contact's name and tags", async () => {
  const { client } = await app.signIn();
  const contact = await buildContact(client, { name: "Ada", tags: ["a"] });
  const { threadId } = await client.sendText({ body: { phone_number: contact.primaryPhone, message: "hello" } });
  const before = await readThread(client, threadId);
  const path = { id: contact.id };

  await client.updateContact({ path, body: { name: "Ada Lovelace", tags: ["b", "c"], company: "Engines" } });
  const renamed = { ...before, contactName: "Ada Lovelace", tags: ["b", "c"] };
  expect(await readThread(client, threadId)).toEqual(renamed);

  await client.upsertContact({ body: { id: contact.id, name: "Countess", tags: [] } });
  expect(await readThread(client, threadId)).toEqual({ ...before, contactName: "Countess", tags: [] });

  const source = await buildContact(client, { name: "Grace", tags: ["navy"] });
  await client.mergeContacts({
    body: { sourceContactId: source.id, targetContactId: contact.id, strategy: "prefer_source" },
  });
  expect(await readThread(client, threadId)).toEqual({ ...before, contactName: "Grace", tags: ["navy"] });
});

test("each thread of a page has its own name and tags, whether its phone is shared or not", async () => {
  const { client, team } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team, name: "Second" });
  const [linked, shared, unknown] = [uniquePhone(), uniquePhone(), uniquePhone()];
  await buildContact(client, { name: "Linked", tags: ["l"], phones: [linked] });
  await buildContact(client, { name: "Oldest", tags: ["o", "p"], phones: [shared] });
  await buildContact(client, { name: "Younger", tags: ["y"], phones: [shared] });
  // Another team's contact with the same phones.
  await buildContact((await app.signIn()).client, { name: "Foreign", phones: [unknown, linked, shared] });
  for (const phone of [linked, shared, unknown]) {
    await buildMessage(app.em(), { team, phone });
    await buildMessage(app.em(), { team, phone, number });
  }

  const { threads } = await client.listThreads();

  const unknownThread = { contactName: unknown, contactPhone: unknown, tags: [] };
  const sharedThread = { contactName: "Oldest", contactPhone: shared, tags: ["o", "p"] };
  const linkedThread = { contactName: "Linked", contactPhone: linked, tags: ["l"] };
  const expected = [unknownThread, unknownThread, sharedThread, sharedThread, linkedThread, linkedThread];
  expect(threads).toMatchObject(expected);
  expect(threads.filter(({ senderName }) => senderName === "Second")).toHaveLength(3);
  for (const thread of threads) expect(await readThread(client, thread.id)).toEqual(thread);
});

test("another team's contacts and threads are not linked by a common phone", async () => {
  const [one, other] = [await app.signIn(), await app.signIn()];
  const phone = uniquePhone();
  const foreign = await buildContact(one.client, { name: "Foreign", phones: [phone] });
  const thread = await addThread(other.team, phone);
  expect(await nameOf(other.client, thread)).toBe(phone);
  await buildContact(other.client, { name: "Own", phones: [phone] });
  expect(await nameOf(other.client, thread)).toBe("Own");
  expect(await countThreads(one.client, foreign)).toBe(0);
});
