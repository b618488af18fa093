import { expect, test } from "vitest";
import { pruneMerges } from "../../server/contacts/merges/kept-merges.ts";
import { readClock } from "../../server/db/clock.ts";
import { plusMicroseconds } from "../../server/db/timestamp.ts";
import { useApp } from "../support/app.ts";
import type { CallInput, Client } from "../support/client.ts";
import { buildContact, buildMessage, uniquePhone } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";
import { checkRoundTrips, type Named, readState } from "./round-trips.ts";

const app = useApp();

const merge = (
  client: Client,
  source: Named,
  target: Named,
  more: NonNullable<CallInput<"mergeContacts">["body"]> = {},
) => client.mergeContacts({ body: { sourceContactId: source.id, targetContactId: target.id, ...more } });

const get = (client: Client, { id }: Named) => client.getContact({ path: { id } });

const undo = (client: Client, { mergeId }: { mergeId: string }, keepLater = false) =>
  client.undoMerge({ path: { id: mergeId }, body: { keepLater } });

const refused = async (client: Client, { mergeId }: { mergeId: string }, keepLater = false) =>
  refusalOf(await client.raw("undoMerge", { path: { id: mergeId }, body: { keepLater } }));

test("the merge of any two contacts is as its preview says, and undoing it gives both back", async () => {
  await checkRoundTrips(app, 5);
});

test("a change of the target since the merge is a conflict, and stays with keepLater", async () => {
  const { client } = await app.signIn();
  const [mine, yours, later] = [uniquePhone(), uniquePhone(), uniquePhone()];
  const target = await buildContact(client, { name: "Ada", role: "Engineer", tags: ["a"], phones: [mine] });
  const source = await buildContact(client, { name: "Grace", company: "Navy", tags: ["b"], phones: [yours] });
  const merged = await merge(client, source, target, { strategy: "append" });
  const path = { id: target.id };
  await client.updateContact({ path, body: { role: "Countess" } });
  await client.addContactPhone({ path, body: { phoneNumber: later } });
  const brought = merged.contact.phones.find(({ phoneNumber }) => phoneNumber === yours)!;
  await client.updateContactPhone({ path: { ...path, phoneId: brought.id }, body: { isPrimary: true } });

  expect(await refused(client, merged)).toBe("409 merge_undo_conflict");
  expect((await get(client, target)).role).toBe("Countess");
  const undone = await undo(client, merged, true);

  expect(undone.kept).toEqual(["role", "phones"]);
  expect(undone.source).toMatchObject({ id: source.id, name: "Grace", tags: ["b"], phones: source.phones });
  const { role, company, tags, primaryPhone, phones } = undone.target;
  expect({ role, company, tags, primaryPhone }).toEqual({
    role: "Countess",
    company: null,
    tags: ["a"],
    primaryPhone: mine,
  });
  expect(phones.map(({ phoneNumber }) => phoneNumber)).toEqual([mine, later]);
});

test("a thread that began after the merge goes to the contact that has its phone again", async () => {
  const { client, team } = await app.signIn();
  const [mine, yours] = [uniquePhone(), uniquePhone()];
  const target = await buildContact(client, { phones: [mine] });
  const source = await buildContact(client, { phones: [yours] });
  const merged = await merge(client, source, target);
  const { threadId } = await buildMessage(app.em(), { team, phone: yours });
  const shown = async () => (await client.getThread({ path: { id: threadId } })).contactName;
  expect(await shown()).toBe(target.name);

  await undo(client, merged);

  expect(await shown()).toBe(source.name);
});

test("undoing is an event of both contacts, and one write of the record", async () => {
  const { client } = await app.signIn();
  await client.listEvents();
  const [source, target] = [await buildContact(client, { role: "one" }), await buildContact(client)];
  const merged = await merge(client, source, target);

  await undo(client, merged);

  const { events } = await client.listEvents({ query: { per_page: 100, types: ["contact.changed"] } });
  const changes = events.map(({ data }) => data as { contactId: string; created: boolean; fields: string[] });
  expect(changes.slice(-2)).toMatchObject([
    { contactId: source.id, created: true },
    { contactId: target.id, created: false, fields: ["role", "phones"] },
  ]);
  const { auditEvents } = await client.listAuditEvents({ query: { per_page: 1 } });
  expect(auditEvents).toMatchObject([{ operation: "undoMerge", target: merged.mergeId }]);
});

test("a merge is undone once, whoever asks at the same time", async () => {
  const { client } = await app.signIn();
  const merged = await merge(client, await buildContact(client), await buildContact(client));
  const path = { id: merged.mergeId };

  const answers = await Promise.all([1, 2, 3].map(() => client.raw("undoMerge", { path, body: {} })));

  const outcomes = answers.map((answer) => (answer.status === 200 ? "undone" : refusalOf(answer)));
  expect(outcomes.toSorted()).toEqual(["409 merge_already_undone", "409 merge_already_undone", "undone"]);
});

test("merges into each other are undone from the last to the first", async () => {
  const { client, team } = await app.signIn();
  const contacts = [];
  for (const role of ["one", "two", "three"]) contacts.push(await buildContact(client, { role, tags: [role] }));
  const [one, two, three] = contacts;
  const before = await readState(app, client, team, contacts);
  const first = await merge(client, one!, two!, { strategy: "append" });
  const second = await merge(client, two!, three!, { strategy: "append" });

  expect(await refused(client, first, true)).toBe("409 merge_undo_conflict");
  await undo(client, second);
  await undo(client, first);

  expect(await readState(app, client, team, contacts)).toEqual(before);
});

test("a merge is not undone while another contact has the id of the source", async () => {
  const { client } = await app.signIn();
  const [source, target] = [await buildContact(client), await buildContact(client)];
  const merged = await merge(client, source, target);
  await client.upsertContact({ body: { id: source.id, name: "Another", phones: [uniquePhone()] } });

  expect(await refused(client, merged, true)).toBe("409 merge_undo_conflict");
  await client.deleteContact({ path: { id: source.id } });
  expect((await undo(client, merged)).source).toMatchObject({ id: source.id, name: source.name });
});

test("the id of a merged contact leads to the contact that it was merged into, until the merge is undone", async () => {
  const { client } = await app.signIn();
  const { client: other } = await app.signIn();
  const [source, target] = [await buildContact(client), await buildContact(client)];
  const merged = await merge(client, source, target);
  const path = { id: source.id };

  const missed = await client.raw("getContact", { path });
  expect([refusalOf(missed), missed.body.mergedInto]).toEqual(["404 contact_not_found", target.id]);
  const foreign = await other.raw("getContact", { path });
  expect([refusalOf(foreign), foreign.body.mergedInto]).toEqual(["404 contact_not_found", undefined]);

  await undo(client, merged);
  await client.deleteContact({ path });
  expect((await client.raw("getContact", { path })).body.mergedInto).toBeUndefined();
});

test("merges are listed, the newest first, with the names of that time", async () => {
  const { client } = await app.signIn();
  const [a, b, c] = [await buildContact(client), await buildContact(client), await buildContact(client)];
  const first = await merge(client, a, c, { fields: { name: "prefer_source" } });
  const second = await merge(client, b, c);
  await undo(client, second);

  const { merges } = await client.listMerges();

  const idsOf = ({ id, sourceContactId, sourceName, targetContactId, targetName }: (typeof merges)[number]) => [
    ...[id, sourceContactId, sourceName],
    ...[targetContactId, targetName],
  ];
  expect(merges.map(idsOf)).toEqual([
    [second.mergeId, b.id, b.name, c.id, a.name],
    [first.mergeId, a.id, a.name, c.id, c.name],
  ]);
  expect(merges.map(({ undoneAt }) => undoneAt !== null)).toEqual([true, false]);
});

test("a deletion of the target removes its merges, and those into the contacts that went into it", async () => {
  const { client } = await app.signIn();
  const [a, b, c, d] = [
    await buildContact(client),
    await buildContact(client),
    await buildContact(client),
    await buildContact(client),
  ];
  const first = await merge(client, a, b);
  await merge(client, b, c);
  const other = await merge(client, await buildContact(client), d);

  await client.deleteContact({ path: { id: c.id } });

  expect((await client.listMerges()).merges.map(({ id }) => id)).toEqual([other.mergeId]);
  expect(await refused(client, first)).toBe("404 merge_not_found");
});

test("an erasure removes the merges that name its phone, of contacts that stay, too", async () => {
  const { client } = await app.signIn();
  const [phone, own] = [uniquePhone(), uniquePhone()];
  const source = await buildContact(client, { phones: [phone] });
  const target = await buildContact(client, { phones: [own] });
  const merged = await merge(client, source, target);
  const other = await merge(client, await buildContact(client), await buildContact(client));

  await client.createErasure({ body: { phone } });

  expect((await client.listMerges()).merges.map(({ id }) => id)).toEqual([other.mergeId]);
  expect(await refused(client, merged, true)).toBe("404 merge_not_found");
  expect((await get(client, target)).phones.map(({ phoneNumber }) => phoneNumber)).toEqual([own]);
});

test("an erasure of a contact removes the merges of it that were undone, whatever phone it has now", async () => {
  const { client } = await app.signIn();
  const source = await buildContact(client);
  const merged = await merge(client, source, await buildContact(client));
  await undo(client, merged);
  await client.updateContact({ path: { id: source.id }, body: { name: "Grace" } });
  const path = { id: source.id };
  await client.addContactPhone({ path, body: { phoneNumber: uniquePhone(), isPrimary: true } });
  await client.deleteContactPhone({ path: { ...path, phoneId: source.phones[0]!.id } });

  await client.createErasure({ body: { contactId: source.id } });

  expect((await client.listMerges()).merges).toEqual([]);
});

test("merges are kept for a while and then pruned", async () => {
  const { client } = await app.signIn();
  const old = await merge(client, await buildContact(client), await buildContact(client));
  const before = await readClock(app.em());
  const young = await merge(client, await buildContact(client), await buildContact(client));

  await pruneMerges(app.em(), plusMicroseconds(before, 1));

  expect((await client.listMerges()).merges.map(({ id }) => id)).toEqual([young.mergeId]);
  expect(await refused(client, old)).toBe("404 merge_not_found");
});
