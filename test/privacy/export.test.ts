import { describe, expect, test } from "vitest";
import type { PhoneDataItem } from "../../generated/api.ts";
import { moveBusinessNumber } from "../../server/business-numbers/move-business-numbers.ts";
import { Team } from "../../server/db/schema/entities/team.ts";
import { newId } from "../../server/db/schema/ids.ts";
import type { E164 } from "../../server/phone.ts";
import { useApp } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { createClient } from "../support/client.ts";
import { finish } from "../support/erasures.ts";
import { buildBusinessNumber, buildContact, buildKey, buildMessage, uniquePhone } from "../support/factories.ts";
import { carriedTo, sendTo, signInAgent } from "../support/held-texts.ts";
import { readPhoneData } from "../support/phone-data.ts";
import { refusalOf } from "../support/refusals.ts";
import { countRowsRead } from "../support/rows-read.ts";
import { schedule } from "../support/waiting-texts.ts";

const app = useApp();

/** A team, and a phone that it has a contact, a conversation, a passcode, a waiting text and consents of. */
async function buildPerson() {
  const signedIn = await app.signIn();
  const { client, number } = signedIn;
  const phone = uniquePhone();
  const contact = await buildContact(client, { phones: [phone], tags: ["vip"] });
  await postCallback(app, "inbound", inboundForm(phone, number, "hello"));
  await app.jobs.drain();
  const { textId } = await client.inTestMode().sendText({ body: { phone_number: phone, message: "tried" } });
  await client.generateOtp({ body: { phone, recipient_id: "user" } });
  const pending = await schedule(app, client, { phone_number: phone });
  await postCallback(app, "inbound", inboundForm(phone, number, "STOP"));
  await app.jobs.drain();
  return { ...signedIn, phone, contact, textId, pending };
}

test("an export has what is kept about a phone, in both modes, and no code of a passcode", async () => {
  const { client, phone, contact, textId, pending } = await buildPerson();

  const items = await readPhoneData(client, phone);

  const kinds = ["contact", "thread", "message", "message", "message", "pending_text"];
  expect(items.map(({ kind }) => kind)).toEqual([...kinds, "passcode", "consent", "opt_out", "callback", "callback"]);
  const dataOf = (kind: string) => items.filter((item) => item.kind === kind).map(({ data }) => data);
  expect(dataOf("contact")).toEqual([contact]);
  expect(dataOf("thread")).toMatchObject([{ contactPhone: phone, messageCount: 3, lastBody: "STOP" }]);
  expect(dataOf("message")).toMatchObject([
    { direction: "inbound", body: "hello", testMode: false },
    { direction: "outbound", body: "tried", testMode: true },
    { direction: "inbound", body: "STOP" },
  ]);
  expect(items.filter(({ id }) => id === textId)).toMatchObject([{ kind: "message" }]);
  expect(items.find(({ kind }) => kind === "pending_text")).toMatchObject({
    id: pending.id,
    data: { phoneNumber: phone },
  });
  expect(dataOf("passcode")).toMatchObject([{ phoneNumber: phone, recipientId: "user", status: "pending" }]);
  expect(Object.keys(dataOf("passcode")[0]!).filter((name) => /code/i.test(name))).toEqual(["errorCode"]);
  expect(dataOf("consent")).toMatchObject([{ phone, consent: "opted_out", keyword: "STOP" }]);
  expect(dataOf("callback")).toMatchObject([{ content: { from: phone, text: "hello" } }, { fields: { Body: "STOP" } }]);
});

test("a merge is exported with both contacts as they were, also for a phone that the contact has lost since", async () => {
  const { client } = await app.signIn();
  const [kept, lost] = [uniquePhone(), uniquePhone()];
  const target = await buildContact(client, { name: "Ada", phones: [kept] });
  const source = await buildContact(client, { name: "A. Lovelace", notes: ["Likes tea."], phones: [lost] });
  const { contact, mergeId } = await client.mergeContacts({
    body: { sourceContactId: source.id, targetContactId: target.id },
  });
  const phoneId = contact.phones.find(({ phoneNumber }) => phoneNumber === lost)!.id;
  await client.deleteContactPhone({ path: { id: target.id, phoneId } });

  expect(await readPhoneData(client, lost)).toMatchObject([
    {
      kind: "merge",
      id: mergeId,
      data: { sourceId: source.id, kept: { source: { values: { name: "A. Lovelace", notes: ["Likes tea."] } } } },
    },
  ]);
  expect((await readPhoneData(client, kept, 1)).map(({ kind }) => kind)).toEqual(["contact", "merge"]);
});

test("pages of any size have every record once, in the same order", async () => {
  const { client, phone } = await buildPerson();
  const whole = await readPhoneData(client, phone);

  for (const size of [1, 3]) expect(await readPhoneData(client, phone, size)).toEqual(whole);
});

test("the approvals of a phone are found by its texts: one that waits, one that was rejected, and one that was sent", async () => {
  const { team, agent } = await signInAgent(app, { scopes: ["messages:send"] });
  const reader = createClient(
    app.url,
    await buildKey(app.em(), team, { scopes: ["privacy:read", "messages:approve"] }),
  );
  const phone = uniquePhone();
  const ids = [];
  for (let i = 0; i < 3; i += 1) ids.push((await sendTo(agent, phone)).textId);
  for (let i = 0; i < 20; i += 1) await sendTo(agent);
  await reader.rejectText({ path: { id: ids[1]! } });
  await reader.approveText({ path: { id: ids[2]! } });
  await app.dispatch();
  expect(carriedTo([app], phone).map(({ id }) => id)).toEqual([ids[2]]);

  let items: PhoneDataItem[] = [];
  const read = await countRowsRead(app.database, async () => {
    items = await readPhoneData(reader, phone);
  });

  const approvals = items.filter(({ kind }) => kind === "approval");
  expect(approvals.map(({ id, data }) => [id, (data as { status: string }).status])).toEqual([
    [ids[0], "held"],
    [ids[1], "rejected"],
    [ids[2], "approved"],
  ]);
  // The versions of changed rows count, too, and the team has twenty approvals of other phones.
  expect(read.get("approval")! + read.get("approval_pkey")!).toBeLessThan(20);
});

test("messages of several threads of a phone come in the order of their times, a page at a time", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const ids: string[] = [];
  for (let i = 0; i < 5; i += 1) ids.push((await buildMessage(app.em(), { team, phone })).id);

  const items = await readPhoneData(client, phone, 2);

  expect(items.filter(({ kind }) => kind === "thread")).toHaveLength(5);
  expect(items.flatMap(({ kind, id }) => (kind === "message" ? id : []))).toEqual(ids);
});

test("a page of large records ends early, and the next one has the rest", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  const notes = Array.from({ length: 25 }, () => "n".repeat(10_000));
  const ids: string[] = [];
  for (let i = 0; i < 20; i += 1) {
    const body = { name: `contact ${i}`, phones: [phone], notes };
    ids.push((await client.createContact({ body })).contact.id);
  }

  const first = await client.exportPhoneData({ path: { phone }, query: { per_page: 100 } });

  expect(first.items.length).toBeGreaterThan(0);
  expect(first.items.length).toBeLessThan(20);
  expect((await readPhoneData(client, phone)).map(({ id }) => id)).toEqual(ids);
});

test("a search of callbacks goes on over pages without any record", async () => {
  const { client, number } = await app.signIn();
  const phone = uniquePhone();
  await postCallback(app, "inbound", inboundForm(phone, number, "before"));
  await app.jobs.drain();
  await app.em().execute(
    `insert into callback (id, kind, content, fields, provider_id, test_mode, received_at, processed_at, outcome)
     select lpad(to_hex(n), 32, '0')::uuid, 'inbound', '{"from":null,"to":null,"text":""}', '{}', 'old', false, now(), now(),
       'unknown_number'
     from generate_series(1, 5100) as n`,
  );
  const query = { per_page: 100 };

  const first = await client.exportPhoneData({ path: { phone }, query });
  const rest = await client.exportPhoneData({ path: { phone }, query: { ...query, cursor: first.nextCursor! } });

  expect(first).toMatchObject({ hasMore: true });
  expect(first.items.map(({ kind }) => kind)).toEqual(["thread", "message"]);
  expect(rest).toMatchObject({ items: [{ kind: "callback" }], hasMore: false, nextCursor: null });
  await app.em().execute("delete from callback where provider_id = 'old'");
});

test("of an erased phone, the consent and the opt-out are left, without what names a message", async () => {
  const { client, team, phone } = await buildPerson();
  await client.createErasure({ body: { phone } });
  await finish(app, team);

  const items = await readPhoneData(client, phone);

  expect(items).toMatchObject([
    { kind: "consent", data: { phone, consent: "opted_out", keyword: "STOP", messageId: null, providerId: null } },
    { kind: "opt_out", id: phone, data: { phone } },
  ]);
});

describe("exportPhoneData does not show", () => {
  test("another phone, and another team's data of the same phone", async () => {
    const { phone } = await buildPerson();
    const { client, number } = await buildPerson();
    expect(await readPhoneData(client, uniquePhone())).toEqual([]);
    await postCallback(app, "inbound", inboundForm(phone, number, "own"));
    await app.jobs.drain();

    const items = await readPhoneData(client, phone);

    expect(items.map(({ kind }) => kind)).toEqual(["thread", "message", "callback"]);
    expect(items[1]).toMatchObject({ data: { body: "own" } });
  });

  test("a text to a number that has left the team, before a worker finds whose it is", async () => {
    const [from, to] = [await app.signIn(), await app.signIn({ withNumber: false })];
    const phone = uniquePhone();
    const { phoneNumber } = await buildBusinessNumber(app.em(), { team: from.team });
    await moveBusinessNumber(app.em(), phoneNumber as E164, await app.em().findOneOrFail(Team, { id: to.team.id }));
    await postCallback(app, "inbound", inboundForm(phone, phoneNumber, "for the other team"));

    expect(await readPhoneData(from.client, phone)).toEqual([]);
    expect(await readPhoneData(to.client, phone)).toMatchObject([{ kind: "callback" }]);
    await app.jobs.drain();
  });

  test("anything to a key without the scope, for a text that is no phone, or after a cursor of another phone", async () => {
    const { client, team, phone } = await buildPerson();
    const { nextCursor } = await client.exportPhoneData({ path: { phone }, query: { per_page: 1 } });
    const key = await buildKey(app.em(), team, { scopes: ["contacts:read"] });
    const read = async (by: typeof client, of: string, cursor?: string) =>
      refusalOf(await by.raw("exportPhoneData", { path: { phone: of }, query: { ...(cursor && { cursor }) } }));

    expect(await read(createClient(app.url, key), phone)).toBe("403 insufficient_scope");
    expect(await read(client, newId())).toBe("422 invalid_phone");
    expect(await read(client, uniquePhone(), nextCursor!)).toBe("422 validation_error");
  });
});
