import { expect, test } from "vitest";
import { newId } from "../../server/db/schema/ids.ts";
import { useApp } from "../support/app.ts";
import { buildBusinessNumber, buildMessage, uniquePhone } from "../support/factories.ts";

const app = useApp();

const message = "hello";

test("a text to a phone creates a thread with the message", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();

  const sent = await client.sendText({ body: { phone_number: phone, message } });

  const { messages } = await client.listThreadMessages({ path: { id: sent.threadId } });
  expect(messages).toMatchObject([{ id: sent.textId, direction: "outbound", body: message, status: "queued" }]);
  expect(app.provider.texts.at(-1)).toMatchObject({ id: sent.textId, from: sent.from, to: phone, body: message });
});

test("a second text to a phone continues the same thread", async () => {
  const { client } = await app.signIn();
  const phone_number = uniquePhone();

  const first = await client.sendText({ body: { phone_number, message: "one" } });
  const second = await client.sendText({ body: { phone_number, message: "two" } });

  expect(second.threadId).toBe(first.threadId);
  const { messages } = await client.listThreadMessages({ path: { id: first.threadId } });
  expect(messages.map(({ id }) => id)).toEqual([second.textId, first.textId]);
});

test("a text to a thread uses the thread's number, even if another number is primary", async () => {
  const { client, team } = await app.signIn();
  const number = await buildBusinessNumber(app.em(), { team });
  const phone = uniquePhone();
  const { threadId } = await buildMessage(app.em(), { team, number, phone });

  const sent = await client.sendText({ body: { threadId, message } });

  expect(sent).toMatchObject({ threadId, from: number.phoneNumber, to: phone });
});

test("a text to a thread whose number is paused or archived has no number to send from", async () => {
  const { client, team } = await app.signIn();
  for (const status of ["paused", "archived"] as const) {
    const number = await buildBusinessNumber(app.em(), { team, status });
    const { threadId } = await buildMessage(app.em(), { team, number });
    await expect(client.sendText({ body: { threadId, message } })).rejects.toMatchObject({
      status: 422,
      error: "sending_number_not_resolved",
    });
  }
});

test("phone_number beside threadId is accepted if it is the thread's phone", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  const { threadId } = await buildMessage(app.em(), { team, phone });

  const sent = await client.sendText({ body: { threadId, phone_number: phone, message } });

  expect(sent).toMatchObject({ threadId, to: phone });
});

test("phone_number beside a thread with another phone is an invalid thread", async () => {
  const { client, team } = await app.signIn();
  const { threadId } = await buildMessage(app.em(), { team });

  const sending = client.sendText({ body: { threadId, phone_number: uniquePhone(), message } });

  await expect(sending).rejects.toMatchObject({ status: 422, error: "invalid_thread" });
});

test("another team's thread is answered like a thread that does not exist", async () => {
  const { client } = await app.signIn();
  const other = await app.signIn();
  const phone = uniquePhone();
  const { threadId } = await buildMessage(app.em(), { team: other.team, phone });

  const foreign = await client.raw("sendText", { body: { threadId, message }, headers: { "x-request-id": "same" } });
  const absent = await client.raw("sendText", {
    body: { threadId: newId(), message },
    headers: { "x-request-id": "same" },
  });

  expect(foreign.status).toBe(404);
  expect(foreign.body.error).toBe("thread_not_found");
  expect(foreign.text).toBe(absent.text);
  await expect(client.sendText({ body: { threadId, phone_number: phone, message } })).rejects.toMatchObject({
    error: "thread_not_found",
  });
  expect((await other.client.listThreadMessages({ path: { id: threadId } })).messages).toHaveLength(1);
});

test.each([
  ["neither phone_number nor threadId", {}, "invalid_phone"],
  ["both of them null", { phone_number: null, threadId: null }, "invalid_phone"],
  ["an empty phone", { phone_number: "" }, "invalid_phone"],
  ["a phone without a plus sign", { phone_number: "12025550123" }, "invalid_phone"],
  ["a phone with spaces", { phone_number: "+1 202 555 0123" }, "invalid_phone"],
  ["a phone with a line break", { phone_number: "+12025550123\n" }, "invalid_phone"],
  ["a phone that its country has no room for", { phone_number: "+1202555012" }, "invalid_phone"],
  ["a phone of a country that does not exist", { phone_number: "+99912345678" }, "invalid_phone"],
  ["a phone that is a number", { phone_number: 12_025_550_123 }, "invalid_phone"],
  ["a threadId that is not a UUID", { threadId: "main" }, "invalid_thread"],
  ["a threadId that is not a string", { threadId: 7 }, "invalid_thread"],
  ["a phone and a thread that are both broken", { threadId: "main", phone_number: "x" }, "invalid_phone"],
  ["an empty sender", { phone_number: "+12025550123", sender: "" }, "invalid_sender"],
  ["a sender that is not a string", { phone_number: "+12025550123", sender: 1 }, "invalid_sender"],
])("%s is refused, and nothing is sent", async (_, destination, error) => {
  const { client } = await app.signIn();
  const carried = app.provider.texts.length;

  const answer = await client.request("POST", "/api/text", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...destination, message }),
  });

  expect(answer).toMatchObject({ status: 422, body: { success: false, error } });
  expect(app.provider.texts).toHaveLength(carried);
  expect((await client.listThreads()).threads).toEqual([]);
});

test("a possible but unassigned phone number is texted", async () => {
  const { client } = await app.signIn();
  // Area code 555 is assigned to nobody, so no table of valid numbers has it.
  await client.sendText({ body: { phone_number: "+15555550123", message } });
});

test("a threadId in upper case is the same thread", async () => {
  const { client, team } = await app.signIn();
  const { threadId } = await buildMessage(app.em(), { team });

  const sent = await client.sendText({ body: { threadId: threadId.toUpperCase(), message } });

  expect(sent.threadId).toBe(threadId);
});
