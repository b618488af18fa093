import { expect, test } from "vitest";
import { useApp, useNeighbour } from "../support/app.ts";
import { type Client, createClient } from "../support/client.ts";
import { buildBusinessNumber, uniquePhone } from "../support/factories.ts";
import { createRecordingProvider } from "../support/provider.ts";
import { refusalOf } from "../support/refusals.ts";

const app = useApp({ simulated: true, phone: true });
const besideCarrier = useNeighbour(app, { phone: true, carrier: createRecordingProvider });

const waiting = "+15005550005";

const send = (client: Client, phone_number: string, message = "hello") =>
  client.sendText({ body: { phone_number, message } });

async function messagesOf(client: Client, threadId: string) {
  return (await client.listThreadMessages({ path: { id: threadId } })).messages;
}

test.each(["live", "test"] as const)(
  "%s: a reply is a message of the thread, and its callback can be found by its id",
  async (mode) => {
    const { client: live, number } = await app.signIn();
    const client = mode === "live" ? live : live.inTestMode();
    const phone = uniquePhone();
    const { threadId } = await send(client, phone);

    const { callbackId } = await client.receiveSimulatedReply({ body: { from: phone, to: number, text: "Thanks 🎉" } });
    await app.jobs.drain();

    const [reply] = await messagesOf(client, threadId);
    expect(reply).toMatchObject({ direction: "inbound", body: "Thanks 🎉", testMode: mode === "test" });
    const [callback] = await app.em().execute("select * from callback where id = ?", [callbackId]);
    expect(callback).toMatchObject({ kind: "inbound", outcome: "stored", signature: null });
  },
);

test("the same text twice is two messages, and a repetition with the key is one", async () => {
  const { client, number } = await app.signIn();
  const phone = uniquePhone();
  const { threadId } = await send(client, phone);
  const reply = { body: { from: phone, to: number, text: "Yes" } };

  await client.receiveSimulatedReply(reply);
  await client.receiveSimulatedReply(reply);
  const first = await client.receiveSimulatedReply({ ...reply, idempotencyKey: "key" });
  const again = await client.receiveSimulatedReply({ ...reply, idempotencyKey: "key" });
  await app.jobs.drain();

  expect(again).toEqual(first);
  expect((await messagesOf(client, threadId)).filter(({ direction }) => direction === "inbound")).toHaveLength(3);
});

test("STOP closes the handset to texts at once, and START opens it", async () => {
  const { client, number } = await app.signIn();
  const phone = uniquePhone();
  const say = (text: string) => client.receiveSimulatedReply({ body: { from: phone, to: number, text } });

  await say(" stop ");
  const refused = await client.raw("sendText", { body: { phone_number: phone, message: "hello" } });
  expect(refusalOf(refused)).toBe("409 recipient_opted_out");
  await say("START");
  expect(await send(client, phone)).toMatchObject({ status: "queued" });
});

test("in test mode beside a real carrier, a keyword is a message and changes no consent", async () => {
  const { client, key, number } = await app.signIn();
  const tests = createClient(besideCarrier.url, `${key}_test`);
  const phone = uniquePhone();
  const { threadId } = await send(tests, phone);

  await tests.receiveSimulatedReply({ body: { from: phone, to: number, text: "STOP" } });
  await app.jobs.drain();

  expect(await messagesOf(tests, threadId)).toMatchObject([
    { body: "STOP", testMode: true },
    { direction: "outbound" },
  ]);
  expect(await app.em().execute("select * from consent_event where phone_number = ?", [phone])).toEqual([]);
  expect((await send(client, phone)).testMode).toBe(false);
});

test("a handset may be a short code or a name, and the text may be empty or 1,600 characters", async () => {
  const { client, number } = await app.signIn();
  for (const from of ["24273", "Bank"])
    for (const text of ["", "🎉".repeat(1_600)])
      await client.receiveSimulatedReply({ body: { from, to: number, text } });
  await app.jobs.drain();

  const { threads } = await client.listThreads();
  expect(threads.map(({ contactPhone }) => contactPhone).toSorted()).toEqual(["24273", "Bank"]);
});

test.each([
  [{ from: " " }, "422 invalid_phone"],
  [{ from: "x".repeat(65) }, "422 invalid_phone"],
  [{ text: "x".repeat(1_601) }, "422 validation_error"],
  [{ to: "Main" }, "422 validation_error"],
  [{ to: "+12025550199" }, "404 business_number_not_found"],
])("a reply with %o is refused with %s, and no callback is recorded", async (fields, refusal) => {
  const { client, number } = await app.signIn();
  const from = uniquePhone();

  const answer = await client.raw("receiveSimulatedReply", { body: { from, to: number, text: "hello", ...fields } });

  expect(refusalOf(answer)).toBe(refusal);
  expect(await app.em().execute("select id from callback where content ->> 'from' = ?", [from])).toEqual([]);
});

test("a reply reaches neither an archived number nor a number of another team, but a paused one", async () => {
  const { client, team } = await app.signIn();
  const { number: foreign } = await app.signIn();
  const { phoneNumber: archived } = await buildBusinessNumber(app.em(), { team, status: "archived" });
  const { phoneNumber: paused } = await buildBusinessNumber(app.em(), { team, status: "paused" });
  const reply = async (to: string) =>
    (await client.raw("receiveSimulatedReply", { body: { from: uniquePhone(), to, text: "hello" } })).status;

  expect([await reply(archived), await reply(foreign), await reply(paused)]).toEqual([404, 404, 201]);
});

test.each(["live", "test"] as const)(
  "%s: a text to the waiting handset moves only when it is told to",
  async (mode) => {
    const { client: live } = await app.signIn();
    const client = mode === "live" ? live : live.inTestMode();
    const { textId: id, threadId } = await send(client, waiting);
    const statusAfter = async (status: "sent" | "delivered" | "read") => {
      await client.setSimulatedStatus({ path: { id }, body: { status } });
      await app.jobs.drain();
      return (await messagesOf(client, threadId))[0]!.status;
    };

    await app.deliver();
    expect((await messagesOf(client, threadId))[0]!.status).toBe("queued");

    expect(await statusAfter("delivered")).toBe("delivered");
    expect(await statusAfter("sent")).toBe("delivered");
    expect(await statusAfter("read")).toBe("read");
  },
);

test("a failure has the code that it is given, and a passcode has a status, too", async () => {
  const { client } = await app.signIn();
  const { textId } = await send(client, waiting);
  const { otpId } = await client.generateOtp({ body: { phone: waiting, recipient_id: "user" } });
  const body = { status: "undelivered", errorCode: "30005" } as const;

  for (const id of [textId, otpId]) await client.setSimulatedStatus({ path: { id }, body });
  await app.jobs.drain();

  const { texts } = await client.listSimulatedTexts({ query: { wait: 10 } });
  expect(texts).toMatchObject([body, body]);
});

test("a status is of a text that the carrier has accepted, in the mode of the request", async () => {
  const { client, number } = await app.signIn();
  const phone = uniquePhone();
  const { textId, threadId } = await send(client, phone);
  const { textId: unsent } = await send(client, "+15005550008");
  await client.receiveSimulatedReply({ body: { from: phone, to: number, text: "hello" } });
  await app.jobs.drain();
  const [reply] = await messagesOf(client, threadId);
  const refused = async (id: string, by = client) =>
    refusalOf(await by.raw("setSimulatedStatus", { path: { id }, body: { status: "read" } }));

  const notFound = "404 simulated_text_not_found";
  expect(await refused(textId, client.inTestMode())).toBe(notFound);
  expect(await refused(unsent)).toBe(notFound);
  expect(await refused(reply!.id)).toBe(notFound);
  expect(await refused("no-id")).toBe(notFound);
});

test.each([{ status: "queued" }, { status: "read", errorCode: "" }, {}])("a status %o is refused", async (body) => {
  const { client } = await app.signIn();
  const { textId } = await send(client, waiting);

  const answer = await client.raw("setSimulatedStatus", { path: { id: textId }, body: body as never });

  expect(refusalOf(answer)).toBe("422 validation_error");
});
