import { expect, test } from "vitest";
import { setConsent } from "../../server/opt-outs/change-opt-outs.ts";
import { messageDeliveries } from "../../server/texts/delivery-tables.ts";
import { giveUpUnknown } from "../../server/texts/give-up-unknown.ts";
import { useApp } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { readAllEvents, readRecorded, reportStatus, sendAccepted } from "../support/events.ts";
import { buildContact, uniquePhone } from "../support/factories.ts";

const app = useApp();

/** A team whose events are recorded from now on. */
async function listen() {
  const signedIn = await app.signIn();
  await signedIn.client.listEvents();
  return signedIn;
}

test("a settled send records no event, and each status that a callback changes records one", async () => {
  const { client } = await listen();
  const sent = await sendAccepted(client);

  expect(await readRecorded(client)).toEqual([]);

  await reportStatus(app, sent, "delivered");
  await reportStatus(app, sent, "delivered");
  await reportStatus(app, sent, "sent");

  expect(await readRecorded(client)).toMatchObject([
    {
      type: "message.status",
      testMode: false,
      data: { messageId: sent.textId, threadId: sent.threadId, from: sent.from, status: "delivered", errorCode: null },
    },
  ]);
});

test("a failed delivery has the provider's code", async () => {
  const { client } = await listen();
  const sent = await sendAccepted(client);

  await reportStatus(app, sent, "undelivered", { ErrorCode: "30003" });

  expect(await readRecorded(client)).toMatchObject([{ data: { status: "undelivered", errorCode: "30003" } }]);
});

test("the simulated carrier records each of its steps, of texts and of passcodes", async () => {
  const { client } = await listen();
  const test = client.inTestMode();
  const { textId } = await test.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
  const { otpId } = await test.generateOtp({ body: { phone: uniquePhone(), recipient_id: "user-1" } });

  await app.deliver();

  const events = await readRecorded(client);
  expect(events.filter(({ type }) => type === "message.status")).toMatchObject([
    { testMode: true, data: { messageId: textId, status: "sent" } },
    { testMode: true, data: { messageId: textId, status: "delivered" } },
  ]);
  expect(events.filter(({ type }) => type === "otp.status")).toMatchObject([
    { testMode: true, data: { otpId, recipientId: "user-1", deliveryStatus: "sent" } },
    { testMode: true, data: { otpId, recipientId: "user-1", deliveryStatus: "delivered" } },
  ]);
});

test("a text that is given up records that it failed", async () => {
  const { client, team } = await listen();
  const { textId } = await sendAccepted(client);
  await app
    .em()
    .execute(
      "update message set provider_id = null, status = 'sending', created_at = (created_at at time zone 'UTC' - interval '11 minutes') at time zone 'UTC' where team_id = ?",
      [team.id],
    );

  await giveUpUnknown(app.em(), messageDeliveries);

  expect(await readRecorded(client)).toMatchObject([
    { data: { messageId: textId, status: "failed", errorCode: "outcome_unknown" } },
  ]);
});

test("a received text records its message, and a keyword the consent that it changes, once", async () => {
  const { client, number } = await listen();
  const phone = uniquePhone();
  for (const text of ["STOP", "stop", "hello"]) {
    await postCallback(app, "inbound", inboundForm(phone, number, text));
    await app.jobs.drain();
  }

  const events = await readRecorded(client);
  expect(events).toMatchObject([
    { type: "consent.changed", data: { phone, consent: "opted_out", source: "keyword", keyword: "STOP" } },
    { type: "message.received", data: { from: phone, to: number, text: "STOP", optOut: true, mediaCount: 0 } },
    { type: "message.received", data: { text: "stop", optOut: true } },
    { type: "message.received", data: { text: "hello", optOut: false } },
  ]);
  expect(events[0]!.data.messageId).toBe(events[1]!.data.messageId);
});

test("an operator's opt-out and opt-in are changes of the consent", async () => {
  const { client, team } = await listen();
  const phone = uniquePhone();

  await setConsent(app.em(), team.id, phone, "opted_out");
  await setConsent(app.em(), team.id, phone, "opted_out");
  await setConsent(app.em(), team.id, phone, "opted_in");

  expect(await readRecorded(client)).toMatchObject([
    { data: { phone, consent: "opted_out", source: "operator", keyword: null, messageId: null } },
    { data: { phone, consent: "opted_in", source: "operator" } },
  ]);
});

test("a long text of a message is cut, and the event stays small", async () => {
  const { client, number } = await listen();

  await postCallback(app, "inbound", inboundForm(uniquePhone(), number, "😀\u0001".repeat(3_000)));
  await app.jobs.drain();

  const [event] = await readRecorded(client);
  expect(Buffer.byteLength(JSON.stringify(event!.data))).toBeLessThanOrEqual(16_384);
  expect((event!.data.text as string).length).toBe(1_600);
});

test("writes of contacts record which fields changed, and a merge records both contacts", async () => {
  const { client } = await listen();
  const target = await buildContact(client, { name: "Ada", tags: ["vip"] });
  const source = await buildContact(client, { name: "Ada L." });
  await client.updateContact({ path: { id: target.id }, body: { name: "Ada", company: "Acme" } });
  await client.updateContact({ path: { id: target.id }, body: { company: "Acme" } });
  await client.addContactPhone({ path: { id: target.id }, body: { phoneNumber: uniquePhone() } });
  await client.mergeContacts({ body: { sourceContactId: source.id, targetContactId: target.id } });

  expect(await readRecorded(client)).toEqual([
    {
      type: "contact.changed",
      testMode: false,
      data: { contactId: target.id, created: true, fields: ["name", "tags", "phones"] },
    },
    {
      type: "contact.changed",
      testMode: false,
      data: { contactId: source.id, created: true, fields: ["name", "phones"] },
    },
    { type: "contact.changed", testMode: false, data: { contactId: target.id, created: false, fields: ["company"] } },
    { type: "contact.changed", testMode: false, data: { contactId: target.id, created: false, fields: ["phones"] } },
    { type: "contact.changed", testMode: false, data: { contactId: target.id, created: false, fields: ["phones"] } },
    { type: "contact.merged", testMode: false, data: { contactId: target.id, mergedFrom: source.id, movedThreads: 0 } },
  ]);
});

test("a refused write records nothing", async () => {
  const { client } = await listen();
  const contact = await buildContact(client);
  const before = await readAllEvents(client);

  await expect(
    client.addContactPhone({ path: { id: contact.id }, body: { phoneNumber: contact.phones[0]!.phoneNumber } }),
  ).rejects.toMatchObject({ error: "duplicate_contact_phone" });

  expect(await readAllEvents(client)).toEqual(before);
});

test("a team that never asked for events has none, and no other team sees those of a team", async () => {
  const [listening, other] = [await listen(), await listen()];
  const silent = await app.signIn();
  for (const { client } of [listening, silent]) await buildContact(client);

  expect(await readAllEvents(listening.client)).toHaveLength(1);
  expect(await readAllEvents(other.client)).toEqual([]);
  const [{ count } = { count: "" }] = await app
    .em()
    .execute<{ count: string }[]>("select count(*) from event where team_id = ?", [silent.team.id]);
  expect(count).toBe("0");
});
