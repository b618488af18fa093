import { describe, expect, test, vi } from "vitest";
import { retryDeliveries } from "../../server/webhooks/deliveries.ts";
import { useApp } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import type { Client } from "../support/client.ts";
import { allowLoopback, createEndpoint, settled, usePublisher } from "../support/endpoints.ts";
import { readAllEvents, reportStatus } from "../support/events.ts";
import { buildMessage, uniquePhone } from "../support/factories.ts";
import { useFakeServer } from "../support/fake-server.ts";
import { seen } from "../support/handsets.ts";
import { pictures, sendBytes, useFetcher, useFileHost } from "../support/media.ts";
import { textWithFiles } from "../support/media-form.ts";
import { tablesWith } from "../support/tables-with.ts";
import { fromNow } from "../support/times.ts";
import { signInByTwilio, type TwilioUser, twilioClient } from "../support/twilio-door.ts";
import { allowFiles } from "../support/uploads.ts";
import { makeDue as makeTextsDue, schedule } from "../support/waiting-texts.ts";

const app = useApp({ ...allowLoopback, phone: true });
const host = useFileHost();
const target = useFakeServer();
useFetcher(app);
usePublisher(app);

const sidOf = (id: string) => `SM${id.replaceAll("-", "")}`;

/** Repeats each post in its answer; a path with `down` fails. */
const repeat = () => {
  target.behaviour = ({ path, body }, response) => response.writeHead(path.includes("down") ? 500 : 200).end(body);
};

/** Lets a live text have been delivered. */
const deliver = async (textId: string, from: string) => reportStatus(app, { textId, from }, "delivered");

/** A unique word. */
let serial = 0;
const newWord = () => {
  serial += 1;
  return `canary${process.pid}x${serial}y`;
};

/** Brings a text in or out until it is no longer on its way, and returns its id. */
type Way = (user: TwilioUser, word: string) => Promise<string>;

/** Schedules a text for an hour from now. */
async function wait(own: Client, word: string): Promise<string> {
  const body = { phone_number: uniquePhone(), message: `${word} later`, sendAt: await fromNow(app.em(), 3_600) };
  return (await own.sendMessage({ body, idempotencyKey: "first" })).message.id;
}

/** Receives a text with a picture, which is repeated, posted to a reply webhook, and reported to two endpoints. */
const receive: Way = async ({ own, number, team }, word) => {
  repeat();
  const phone = uniquePhone();
  const replyWebhookUrl = `${target.url}/replies`;
  await own.sendText({ body: { phone_number: phone, message: "question", replyWebhookUrl } });
  const { endpoint } = await createEndpoint(own, target, { types: ["message.received"] });
  await own.createWebhookEndpoint({ body: { url: `${target.url}/down`, types: ["message.received"] } });
  const form = {
    ...textWithFiles(number, [host.serve(`/${word}.png`, sendBytes(pictures["image/png"]))], "image/png", phone),
    Body: `${word} answer`,
  };
  await postCallback(app, "inbound", form);
  await app.jobs.drain();
  // Two repetitions: one is known by its signature, the other by its id.
  await postCallback(app, "inbound", form);
  await postCallback(app, "inbound", form, { query: "?attempt=2" });
  await app.jobs.drain();
  await settled(own, endpoint, 1);
  const [message] = (await own.listMessages({ query: { phone, direction: "inbound" } })).messages;
  await vi.waitFor(async () => {
    const [{ count }] = (await app
      .em()
      .execute("select count(*)::int as count from webhook_attempt where team_id = ?", [team.id])) as [
      { count: number },
    ];
    expect(count).toBe(3);
    expect((await own.getMessage({ path: { id: message!.id } })).media).toMatchObject([{ state: "stored" }]);
  });
  return message!.id;
};

const ways: Record<string, { way: Way; tables: string[] }> = {
  "was received": {
    way: receive,
    tables: ["callback", "event", "media", "message", "thread", "webhook_attempt", "webhook_delivery"],
  },
  "was sent": {
    async way({ own }, word) {
      const body = { phone_number: uniquePhone(), message: `${word} hello` };
      const { textId, from } = await own.sendText({ body, idempotencyKey: "key" });
      await deliver(textId, from);
      return textId;
    },
    tables: ["message", "thread"],
  },
  "was sent in test mode": {
    async way({ own }, word) {
      const body = { phone_number: uniquePhone(), message: `${word} hello` };
      const { textId } = await own.inTestMode().sendText({ body, idempotencyKey: "key" });
      await seen(own.inTestMode(), textId);
      await app.deliver();
      return textId;
    },
    tables: ["message", "thread"],
  },
  "was sent with a picture": {
    async way({ own, team }, word) {
      await allowFiles(app.em(), team);
      const body = { phone_number: uniquePhone(), mediaUrls: [`https://example.com/${word}.png`] };
      const { message } = await own.sendMessage({ body, idempotencyKey: "key" });
      await deliver(message.id, message.from!);
      return message.id;
    },
    tables: ["message"],
  },
  "waited and was sent": {
    async way({ own, team }, word) {
      const id = await wait(own, word);
      await makeTextsDue(app, team);
      await app.dispatch();
      await deliver(id, (await own.getMessage({ path: { id } })).from!);
      return id;
    },
    tables: ["message", "thread"],
  },
  "waited and was canceled": {
    async way({ own }, word) {
      const id = await wait(own, word);
      await own.cancelMessage({ path: { id }, idempotencyKey: "key" });
      return id;
    },
    tables: ["idempotency_key", "pending_message"],
  },
  "waited and was canceled by the door": {
    async way({ own, client, send, path }, word) {
      const id = await wait(own, word);
      const headers = { "idempotency-key": "key" };
      await send("POST", `${path}/Messages/${sidOf(id)}.json`, { Status: "canceled" }, headers);
      expect(await client.messages(sidOf(id)).fetch()).toMatchObject({ status: "canceled" });
      return id;
    },
    tables: ["idempotency_key", "pending_message"],
  },
  "was sent by the door": {
    async way({ own, client }, word) {
      const { sid, from } = await client.messages.create({ to: uniquePhone(), body: `${word} hello` });
      const { messages } = await own.listMessages();
      const { id } = messages.find((message) => sidOf(message.id) === sid)!;
      await deliver(id, from);
      return id;
    },
    tables: ["message", "thread"],
  },
  "was sent by the door of Textbelt": {
    async way({ own, token }, word) {
      const body = new URLSearchParams({ key: token, phone: uniquePhone(), message: `${word} hello` });
      expect((await own.request("POST", "/text", { body })).body).toMatchObject({ success: true });
      const [message] = (await own.listMessages()).messages;
      await deliver(message!.id, message!.from!);
      return message!.id;
    },
    tables: ["message", "thread"],
  },
};

describe.each(Object.entries(ways))("a text that %s", (name, { way, tables }) => {
  test.each(["redacted", "deleted"])("is in no table once it is %s", async (end) => {
    const user = await signInByTwilio(app);
    const word = newWord();
    const id = await way(user, word);
    expect(await tablesWith(app.em(), word)).toEqual(tables);
    const suffix = name.endsWith("test mode") ? "_test" : "";
    const text = twilioClient(app.url, user.accountSid, `${user.token}${suffix}`).messages(sidOf(id));

    if (end === "redacted") expect(await text.update({ body: "" })).toMatchObject({ body: "", numMedia: "0" });
    else expect(await text.remove()).toBe(true);

    expect(await tablesWith(app.em(), word)).toEqual([]);
    if (end === "redacted") expect(await text.fetch()).toMatchObject({ body: "", numMedia: "0" });
    else await expect(text.fetch()).rejects.toMatchObject({ status: 404, code: 20404 });
  });
});

test("a text on a simulated handset is gone with its redaction", async () => {
  const { own, client } = await signInByTwilio(app);
  const { textId, from } = await own.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
  expect(await seen(own, textId)).toMatchObject({ text: "hello" });
  await deliver(textId, from);

  await client.messages(sidOf(textId)).update({ body: "" });

  expect((await own.listSimulatedTexts()).texts.filter(({ id }) => id === textId)).toEqual([]);
});

test("the record of a redacted text keeps the rest, and a thread shows a text that is not its newest", async () => {
  const { own, client, number } = await signInByTwilio(app);
  const to = uniquePhone();
  const long = "x".repeat(200);
  const first = await client.messages.create({ to, body: long });
  const { threads } = await own.listThreads({ query: { phones: [to] } });
  const { messages } = await own.listThreadMessages({ path: { id: threads[0]!.id } });
  const { textId } = { textId: messages[0]!.id };
  await deliver(textId, number);
  const read = async () => (await own.listThreads({ query: { phones: [to] } })).threads[0]!;

  const before = await own.getMessage({ path: { id: textId } });
  const redacted = await client.messages(first.sid).update({ body: "" });
  expect(await own.getMessage({ path: { id: textId } })).toEqual({ ...before, body: "" });
  expect(redacted).toMatchObject({ sid: first.sid, status: "delivered", numSegments: "2", to, from: number });
  expect(await read()).toMatchObject({ lastBody: "" });

  await client.messages.create({ to, body: "newer" });
  expect(await client.messages(first.sid).update({ body: "" })).toMatchObject({ body: "" });
  expect(await read()).toMatchObject({ lastBody: "newer" });
});

test("the deliveries of a redacted text end, are not retried, and a replay posts its event without it", async () => {
  const { own, client, number, team } = await signInByTwilio(app);
  const word = newWord();
  target.behaviour = (_, response) => response.writeHead(500).end();
  const { endpoint, posts, events } = await createEndpoint(own, target, { types: ["message.received"] });
  // A replay begins with the events that are surely recorded.
  await own.listEvents();
  await postCallback(app, "inbound", inboundForm(uniquePhone(), number, word));
  await app.jobs.drain();
  const list = async () =>
    (await own.listWebhookEndpointDeliveries({ path: { id: endpoint.id } })).deliveries.map(({ id, status }) => ({
      id,
      status,
    }));
  await vi.waitFor(() => expect(posts()).toHaveLength(1));
  const [{ id } = { id: "" }] = await list();
  const [message] = (await own.listMessages({ query: { direction: "inbound" } })).messages;

  await client.messages(sidOf(message!.id)).update({ body: "" });

  expect(await list()).toEqual([{ id, status: "failed" }]);
  await expect(retryDeliveries(app.em(), team, [id])).rejects.toThrow(/was redacted/);
  repeat();
  const [event] = await readAllEvents(own);
  await own.replayWebhookEndpoint({ path: { id: endpoint.id }, body: { since: event!.timestamp } });
  await vi.waitFor(() => expect(posts()).toHaveLength(2));
  expect(events()[1]).toMatchObject({ id: event!.id, data: { messageId: message!.id, text: "" } });
});

test.each(["update", "remove"] as const)("a text that is on its way or waits is refused with 409: %s", async (end) => {
  const { own, client, team } = await signInByTwilio(app);
  const { id: waiting } = await schedule(app, own);
  const { sid: queued } = await client.messages.create({ to: uniquePhone(), body: "hello" });
  const { id: sending } = await buildMessage(app.em(), { team, direction: "outbound", status: "sending" });

  for (const sid of [sidOf(waiting), queued, sidOf(sending)]) {
    const text = client.messages(sid);
    const ended = end === "update" ? text.update({ body: "" }) : text.remove();
    await expect(ended).rejects.toMatchObject({ status: 409, code: 20009 });
    expect((await text.fetch()).body).not.toBe("");
  }
});
