import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import type { Client } from "../support/client.ts";
import { reportStatus } from "../support/events.ts";
import { buildMessage, uniquePhone } from "../support/factories.ts";
import { fromNow } from "../support/times.ts";
import { signInByTwilio, type TwilioUser, twilioClient } from "../support/twilio-door.ts";
import { makeDue, schedule } from "../support/waiting-texts.ts";

const app = useApp();

const sidOf = (id: string) => `SM${id.replaceAll("-", "")}`;
const remove = ({ client }: TwilioUser, id: string) => client.messages(sidOf(id)).remove();

async function readThread(client: Client, phone: string) {
  const { threads } = await client.listThreads({ query: { phones: [phone] } });
  if (!threads[0]) return undefined;
  const { messages } = await client.listThreadMessages({ path: { id: threads[0].id } });
  const [row] = await app
    .em()
    .execute<{ count: number }[]>("select message_count as count from thread where id = ?", [threads[0].id]);
  return { ...threads[0], bodies: messages.map(({ body }) => body), count: row!.count };
}

test("a thread has the summary of the messages that are left, and goes with the last of them", async () => {
  const user = await signInByTwilio(app);
  const phone = uniquePhone();
  const contact = await user.own.createContact({ body: { name: "Ada", phones: [phone] } });
  const number = { id: (await user.own.listBusinessNumbers()).businessNumbers[0]!.id } as never;
  const built = { team: user.team, number, phone };
  const first = await buildMessage(app.em(), { ...built, body: "first" });
  const second = await buildMessage(app.em(), { ...built, body: "second", direction: "outbound" });
  const third = await buildMessage(app.em(), { ...built, body: "third" });

  await remove(user, second.id);
  expect(await readThread(user.own, phone)).toMatchObject({ lastBody: "third", bodies: ["third", "first"], count: 2 });
  await remove(user, third.id);
  expect(await readThread(user.own, phone)).toMatchObject({
    ...{ lastBody: "first", lastDirection: "inbound", lastMessageAt: first.createdAt, bodies: ["first"], count: 1 },
  });
  await remove(user, first.id);
  expect(await readThread(user.own, phone)).toBeUndefined();
  await expect(remove(user, first.id)).rejects.toMatchObject({ status: 404, code: 20404 });

  await user.client.messages.create({ to: phone, body: "again" });
  expect(await readThread(user.own, phone)).toMatchObject({
    ...{ bodies: ["again"], count: 1, contactName: contact.contact.name },
  });
});

test("consents stay, and a text that waits as a reply goes out although its thread is gone", async () => {
  const user = await signInByTwilio(app);
  const { own, number, team } = user;
  const [stopped, waiting] = [uniquePhone(), uniquePhone()];
  await postCallback(app, "inbound", inboundForm(stopped, number, "STOP"));
  await postCallback(app, "inbound", inboundForm(waiting, number, "when?"));
  await app.jobs.drain();
  const { messages } = await own.listMessages({ query: { direction: "inbound" } });
  const threadId = messages.find(({ from }) => from === waiting)!.threadId!;
  const { id } = await schedule(app, own, { threadId, message: "now" });

  for (const message of messages) await remove(user, message.id);
  await makeDue(app, team);
  await app.dispatch();

  expect(app.provider.texts.filter(({ to }) => to === waiting)).toMatchObject([{ id, from: number, body: "now" }]);
  expect((await own.getConsent({ path: { phone: stopped } })).state).toBe("opted_out");
  const events = await app.em().execute("select from consent_event where phone_number = ?", [stopped]);
  expect(events).toHaveLength(1);
});

test("a callback that is repeated after its message was deleted stores nothing", async () => {
  const user = await signInByTwilio(app);
  const form = inboundForm(uniquePhone(), user.number, "hello");
  await postCallback(app, "inbound", form);
  await app.jobs.drain();
  const { messages } = await user.own.listMessages();
  await remove(user, messages[0]!.id);

  await postCallback(app, "inbound", form);
  await app.jobs.drain();

  expect((await user.own.listMessages()).messages).toEqual([]);
});

test("a status that comes after its text was deleted changes nothing", async () => {
  const user = await signInByTwilio(app);
  const { textId, from } = await user.own.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
  await reportStatus(app, { textId, from }, "sent");
  await remove(user, textId);

  await reportStatus(app, { textId, from }, "delivered");

  expect((await user.own.listMessages()).messages).toEqual([]);
});

type Operation = "sendText" | "sendMessage";

test.each<[mode: "live" | "test", operation: Operation, waits: boolean]>([
  ["live", "sendText", false],
  ["live", "sendMessage", false],
  ["live", "sendMessage", true],
  ["test", "sendText", false],
  ["test", "sendMessage", false],
  ["test", "sendMessage", true],
])("a repeated key sends nothing, and is answered as before without the text: %s, %s, waits: %s", async (...way) => {
  const [mode, operation, waits] = way;
  const user = await signInByTwilio(app);
  const isLive = mode === "live";
  const own = isLive ? user.own : user.own.inTestMode();
  const sendAt = waits ? { sendAt: await fromNow(app.em(), 3_600) } : {};
  const input = { body: { phone_number: uniquePhone(), message: "hello", ...sendAt }, idempotencyKey: "key" };
  const send = async () => {
    const { status, text, headers } = await own.raw(operation, input);
    return { status, text, isReplayed: headers.get("x-idempotency-replayed") === "true" };
  };
  const first = await send();
  const { textId, message } = JSON.parse(first.text);
  const id: string = textId ?? message.id;
  const text = twilioClient(app.url, user.accountSid, isLive ? user.token : `${user.token}_test`).messages(sidOf(id));
  const expected = { ...first, isReplayed: true };
  const empty = { ...expected, text: first.text.replace('"body":"hello"', '"body":""') };

  expect(await send()).toEqual(expected);
  await makeDue(app, user.team);
  await app.dispatch();
  expect(await send()).toEqual(expected);
  if (isLive) await reportStatus(app, { textId: id, from: user.number }, "delivered");
  await app.deliver();
  const sent = app.provider.texts.length;
  await text.update({ body: "" });
  expect(await send()).toEqual(empty);
  await text.remove();
  expect(await send()).toEqual(empty);
  expect(app.provider.texts).toHaveLength(sent);
  expect((await own.listMessages()).messages).toEqual([]);
});

test("the repeated key of a text that was canceled and deleted stores nothing", async () => {
  const { own, client } = await signInByTwilio(app);
  const body = { phone_number: uniquePhone(), message: "hello", sendAt: await fromNow(app.em(), 3_600) };
  const send = () => own.sendMessage({ body, idempotencyKey: "key" });
  const { message } = await send();
  await own.cancelMessage({ path: { id: message.id } });
  await client.messages(sidOf(message.id)).remove();

  expect((await send()).message).toEqual({ ...message, body: "" });
  expect((await own.listPendingMessages({ query: { status: "canceled" } })).messages).toEqual([]);
});

test("a text whose first request died before its answer is answered from what it was", async () => {
  const { own, client, team } = await signInByTwilio(app);
  const request = { body: { phone_number: uniquePhone(), message: "hello" }, idempotencyKey: "key" };
  const first = await own.sendText(request);
  await app.em().execute("update message set status = 'failed' where team_id = ?", [team.id]);
  await app.em().execute("update idempotency_key set status = null, body = null where team_id = ?", [team.id]);

  await client.messages(sidOf(first.textId)).remove();

  expect(await own.sendText(request)).toEqual({ ...first, status: "failed" });
});
