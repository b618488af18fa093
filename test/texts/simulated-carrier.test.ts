import { expect, test } from "vitest";
import { simulateCarrier } from "../../server/simulator/simulate-carrier.ts";
import { useApp } from "../support/app.ts";
import { newSid, postCallback, statusForm } from "../support/callbacks.ts";
import type { Client } from "../support/client.ts";
import { expectValidEvents } from "../support/events.ts";
import { uniquePhone } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";

const app = useApp({ simulated: true });
const real = useApp();

const refused = "+15005550001";
const undelivered = "+15005550002";
const countryNotAllowed = "+15005550003";
const optedOut = "+15005550004";
const answering = "+15005550006";
const landline = "+15005550007";
const unknownOutcome = "+15005550008";
const providerUnreachable = "+15005550010";

/** A team's client, live with the simulated carrier or in test mode. */
async function signIn(mode: "live" | "test"): Promise<Client> {
  const { client } = await app.signIn();
  return mode === "live" ? client : client.inTestMode();
}

const send = (client: Client, phone_number: string) => client.sendText({ body: { phone_number, message: "hello" } });

async function readMessage(client: Client, threadId: string) {
  const { messages } = await client.listThreadMessages({ path: { id: threadId } });
  expect(messages).toHaveLength(1);
  return messages[0]!;
}

test.each(["live", "test"] as const)(
  "%s: a text becomes queued, sent and delivered without a callback",
  async (mode) => {
    const client = await signIn(mode);
    const { threadId, status, testMode } = await send(client, uniquePhone());
    expect({ status, testMode }).toEqual({ status: "queued", testMode: mode === "test" });

    await simulateCarrier(app.em());
    expect((await readMessage(client, threadId)).status).toBe("sent");

    await app.deliver();
    expect(await readMessage(client, threadId)).toMatchObject({ status: "delivered", errorCode: null });
  },
);

test.each(["live", "test"] as const)(
  "%s: a text to the unreachable phone ends undelivered with a code",
  async (mode) => {
    const client = await signIn(mode);
    const { threadId, status } = await send(client, undelivered);
    expect(status).toBe("queued");

    await simulateCarrier(app.em());
    expect(await readMessage(client, threadId)).toMatchObject({ status: "sent", errorCode: null });

    await app.deliver();
    expect(await readMessage(client, threadId)).toMatchObject({ status: "undelivered", errorCode: "30003" });
  },
);

test.each([
  ["live", refused, "message_failed", 502],
  ["test", refused, "message_failed", 502],
  ["live", optedOut, "recipient_opted_out", 409],
  ["test", optedOut, "recipient_opted_out", 409],
] as const)("%s: a text to %s is refused with %s, and its message stays failed", async (mode, phone, error, status) => {
  const client = await signIn(mode);

  await expect(send(client, phone)).rejects.toMatchObject({ status, error });

  const { threads } = await client.listThreads();
  const message = await readMessage(client, threads[0]!.id);
  expect(message).toMatchObject({ status: "failed", errorCode: expect.stringMatching(/^\d{5}$/) });
  await app.deliver();
  expect(await readMessage(client, threads[0]!.id)).toEqual(message);
});

test.each(
  (["live", "test"] as const).flatMap((mode) => [
    { mode, phone: refused, code: "21211", about: "recipient" },
    { mode, phone: countryNotAllowed, code: "21408", about: "account" },
    { mode, phone: landline, code: "21635", about: "recipient" },
    { mode, phone: providerUnreachable, code: "provider_unreachable", about: "unreachable" },
  ]),
)("$mode: a text to $phone is refused with $code, and so is a passcode", async ({ mode, phone, code, about }) => {
  const client = await signIn(mode);
  await client.listEvents();

  const text = await client.raw("sendText", { body: { phone_number: phone, message: "hello" } });
  const passcode = await client.raw("generateOtp", { body: { phone, recipient_id: "user" } });

  expect([text, passcode].map(refusalOf)).toEqual(["502 message_failed", "502 message_failed"]);
  expect([text, passcode].map(({ body }) => body.provider)).toMatchObject([
    { code, about },
    { code, about },
  ]);
  const { events } = await client.listEvents();
  expectValidEvents(events);
  expect(events).toMatchObject([
    {
      type: "message.status",
      testMode: mode === "test",
      data: { messageId: text.body.textId, to: phone, status: "failed", errorCode: code, provider: text.body.provider },
    },
    {
      type: "otp.status",
      testMode: mode === "test",
      data: { phone, deliveryStatus: "failed", errorCode: code, provider: passcode.body.provider },
    },
  ]);
});

test.each(["live", "test"] as const)("%s: a text with an unknown outcome stays sending", async (mode) => {
  const client = await signIn(mode);
  const { threadId, status } = await send(client, unknownOutcome);
  const { deliveryStatus } = await client.generateOtp({ body: { phone: unknownOutcome, recipient_id: "user" } });
  expect([status, deliveryStatus]).toEqual(["sending", "sending"]);

  await app.deliver();

  expect(await readMessage(client, threadId)).toMatchObject({ status: "sending", errorCode: null, errorMeaning: null });
});

test.each(["live", "test"] as const)("%s: a refused text frees its key for another text", async (mode) => {
  const client = await signIn(mode);
  const sendWithKey = (phone_number: string) =>
    client.raw("sendText", { body: { phone_number, message: "hello" }, idempotencyKey: "key" });

  expect((await sendWithKey(refused)).body.error).toBe("message_failed");
  expect((await sendWithKey(refused)).body.error).toBe("message_failed");

  const sent = await sendWithKey(uniquePhone());
  expect(sent.status).toBe(200);
  expect(sent.headers.get("x-idempotency-replayed")).toBeNull();
});

test("a delivered text stays unchanged while others are delivered", async () => {
  const { client } = await app.signIn();
  const { threadId } = await send(client, uniquePhone());
  await app.deliver();
  const before = await readMessage(client, threadId);

  await send(client, uniquePhone());
  await app.deliver();

  expect(await readMessage(client, threadId)).toEqual(before);
});

test("deliveries do not change the thread's summary", async () => {
  const { client } = await app.signIn();
  const { threadId } = await send(client, uniquePhone());
  const before = await client.getThread({ path: { id: threadId } });

  await app.deliver();

  expect(await client.getThread({ path: { id: threadId } })).toEqual(before);
});

test("the log has the texts that the simulated carrier accepted, and not those that it refused", async () => {
  const { client } = await app.signIn();
  const message = "a text that nobody else sends";
  const sent = await client.sendText({ body: { phone_number: uniquePhone(), message } });
  await expect(client.sendText({ body: { phone_number: refused, message } })).rejects.toThrow();

  const lines = app.logLines.filter((line) => line.includes(message)).map((line) => JSON.parse(line));
  expect(lines).toMatchObject([{ textId: sent.textId, from: sent.from, to: sent.to, text: message }]);
});

test.each(["live", "test"] as const)(
  "%s: the phone that answers replies YES once, after the delivery of a text",
  async (mode) => {
    const client = await signIn(mode);
    const { threadId } = await send(client, answering);
    const path = { id: threadId };
    expect(await simulateCarrier(app.em())).toBeGreaterThan(0);
    await app.jobs.drain();
    expect((await client.listThreadMessages({ path })).messages).toMatchObject([{ status: "sent" }]);

    await app.deliver();
    await app.jobs.drain();
    await app.deliver();
    await app.jobs.drain();

    expect((await client.listThreadMessages({ path })).messages).toMatchObject([
      { direction: "inbound", body: "YES", status: "received", testMode: mode === "test" },
      { direction: "outbound", body: "hello", status: "delivered" },
    ]);
    await send(client, answering);
    await app.deliver();
    await app.jobs.drain();
    const { messages } = await client.listThreadMessages({ path });
    expect(messages.map(({ body }) => body)).toEqual(["YES", "hello", "YES", "hello"]);
  },
);

test("the phone that answers replies only with the simulated carrier", async () => {
  const { client } = await real.signIn();
  const { threadId } = await send(client, answering);

  await real.deliver();
  await real.jobs.drain();

  expect((await client.listThreadMessages({ path: { id: threadId } })).messages).toMatchObject([{ status: "queued" }]);
});

test("the carrier's sweep does not move a finished delivery, and an explicit status is applied", async () => {
  const { client, number } = await app.signIn();
  const { textId, threadId } = await send(client, uniquePhone());

  await postCallback(app, "status", statusForm(number, newSid(), "delivered"), { query: `?textId=${textId}` });
  await app.jobs.drain();
  await simulateCarrier(app.em());
  await app.deliver();

  expect(await readMessage(client, threadId)).toMatchObject({ status: "delivered" });
});
