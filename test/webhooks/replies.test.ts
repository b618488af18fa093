import { createHmac } from "node:crypto";
import { Ajv2020 } from "ajv/dist/2020.js";
import { Webhook } from "standardwebhooks";
import { expect, test, vi } from "vitest";
import type { SendText, SentText } from "../../generated/api.ts";
import { contractDocument } from "../../server/contract/document.ts";
import { addFormats } from "../../server/contract/formats.ts";
import { WebhookDelivery } from "../../server/db/schema/entities/webhook-delivery.ts";
import { createCallbackWork } from "../../server/inbound/work-on-callbacks.ts";
import { createLog } from "../../server/log.ts";
import type { E164 } from "../../server/phone.ts";
import { createPhoneHashes } from "../../server/secrets/phone-hashes.ts";
import { queueReplies } from "../../server/webhooks/replies/queue-replies.ts";
import { getTeamSecrets } from "../../server/webhooks/replies/team-secrets.ts";
import { useApp } from "../support/app.ts";
import { inboundForm, newSid, postCallback, statusForm } from "../support/callbacks.ts";
import type { Client } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";
import { answer, type ReceivedRequest, useFakeServer } from "../support/fake-server.ts";
import { readDelivery, receiveText, sealer, useDeliverer } from "../support/webhooks.ts";

const app = useApp();
const target = useFakeServer();
useDeliverer(app);

let serial = 0;

/** An address of the target that no other call gives. */
function newAddress(): { url: string; path: string } {
  serial += 1;
  const path = `/replies/${serial}?from=sms`;
  return { url: `${target.url}${path}`, path };
}

const postedTo = (path: string): ReceivedRequest[] => target.requests.filter((request) => request.path === path);

/** The only request that a URL gets. */
async function awaitPost(path: string): Promise<ReceivedRequest> {
  await vi.waitFor(() => expect(postedTo(path)).toHaveLength(1), { timeout: 5_000 });
  return postedTo(path)[0]!;
}

const send = (client: Client, fields: Partial<SendText> = {}): Promise<SentText> =>
  client.sendText({ body: { phone_number: uniquePhone(), message: "hello", ...fields } });

test("a reply is posted to the URL of the text, with all its fields", async () => {
  const { client, team } = await app.signIn();
  const { url, path } = newAddress();
  const sent = await send(client, { replyWebhookUrl: url, webhookData: "order 7 \u{1f600}" });

  const messageId = await receiveText(app, team, sent, { text: 'Thanks, "all" & 😀' });

  const { method, headers, body } = await awaitPost(path);
  const { replies } = await client.listThreadReplies({ path: { id: sent.threadId }, query: { since: sent.createdAt } });
  expect({ method, type: headers["content-type"] }).toEqual({ method: "POST", type: "application/json" });
  expect(JSON.parse(body)).toEqual({
    type: "message.received",
    timestamp: replies[0]!.createdAt,
    textId: sent.textId,
    fromNumber: sent.to,
    toNumber: sent.from,
    text: 'Thanks, "all" & 😀',
    data: "order 7 \u{1f600}",
    webhookData: "order 7 \u{1f600}",
    threadId: sent.threadId,
    messageId,
    optOut: false,
  });
});

test("the posted body complies with the contract, with and without webhookData and with an opt-out", async () => {
  const { client, team } = await app.signIn();
  const { url, path } = newAddress();

  await receiveText(app, team, await send(client, { replyWebhookUrl: url }), { text: "STOP" });

  const posted = JSON.parse((await awaitPost(path)).body);
  expect(posted).toMatchObject({ data: null, webhookData: null, optOut: true });
  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  const schema = { ...contractDocument.components!.schemas!.MessageReceived, additionalProperties: false };
  expect(ajv.validate(schema, posted), JSON.stringify(ajv.errors)).toBe(true);
  expect(ajv.validate(schema, { ...posted, textId: "none" })).toBe(false);
});

test("a post is signed as in Standard Webhooks, according to the library and to our own calculation", async () => {
  const { client, team } = await app.signIn();
  const { url, path } = newAddress();
  const messageId = await receiveText(app, team, await send(client, { replyWebhookUrl: url }), { text: "Grüße" });

  const { headers, body } = await awaitPost(path);

  const [current] = await getTeamSecrets(app.em(), sealer, team);
  const { secret } = current!;
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const given = headers as Record<string, string>;
  expect(new Webhook(secret).verify(body, given)).toEqual(JSON.parse(body));
  expect(() => new Webhook(secret).verify(body.replace("Gr", "gr"), given)).toThrow();

  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature } = given;
  expect(id).toBe((await readDelivery(app, team, messageId)).id);
  expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(10);
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  expect(signature).toBe(`v1,${expected}`);
});

test("each team signs with its own secret", async () => {
  const [one, other] = await Promise.all([app.signIn(), app.signIn()]);
  const { url, path } = newAddress();
  await receiveText(app, one.team, await send(one.client, { replyWebhookUrl: url }));

  const { headers, body } = await awaitPost(path);

  const [current] = await getTeamSecrets(app.em(), sealer, other.team);
  expect(() => new Webhook(current!.secret).verify(body, headers as Record<string, string>)).toThrow();
});

test("the newest text of the thread with a URL decides, and texts without a URL are ignored", async () => {
  const { client, team } = await app.signIn();
  const [old, newer] = [newAddress(), newAddress()];
  const first = await send(client, { replyWebhookUrl: old.url, webhookData: "old" });
  const second = await client.sendText({
    body: { threadId: first.threadId, message: "2", replyWebhookUrl: newer.url },
  });
  await client.sendText({ body: { threadId: first.threadId, message: "3", webhookData: "of none" } });

  await receiveText(app, team, first);

  expect(JSON.parse((await awaitPost(newer.path)).body)).toMatchObject({ textId: second.textId, data: null });
  expect(postedTo(old.path)).toEqual([]);
});

test("a text that failed after the provider accepted it can be replied to", async () => {
  const { client, team, number } = await app.signIn();
  const { url, path } = newAddress();
  const sid = newSid();
  app.provider.answer = () => ({ kind: "accepted", providerId: sid, status: "queued" });
  const sent = await send(client, { replyWebhookUrl: url });
  await postCallback(app, "status", statusForm(number, sid, "failed", { ErrorCode: "30003" }));
  await app.jobs.drain();

  await receiveText(app, team, sent);

  expect(JSON.parse((await awaitPost(path)).body)).toMatchObject({ textId: sent.textId });
});

test("a text that the provider refused cannot be replied to", async () => {
  const { client, team } = await app.signIn();
  const { url, path } = newAddress();
  const sent = await send(client, { replyWebhookUrl: url });
  const { answer: accept } = app.provider;
  app.provider.answer = () => ({ kind: "refused", errorCode: "30000", optedOut: false });
  const refused = await client.raw("sendText", {
    body: { threadId: sent.threadId, message: "no", replyWebhookUrl: newAddress().url },
  });
  app.provider.answer = accept;
  expect(refused.status).toBe(502);

  await receiveText(app, team, sent);

  expect(JSON.parse((await awaitPost(path)).body)).toMatchObject({ textId: sent.textId });
});

test("live replies are posted to URLs of live texts, and simulated replies to URLs of test mode", async () => {
  const { client, team } = await app.signIn();
  const [live, simulated] = [newAddress(), newAddress()];
  const sent = await send(client, { replyWebhookUrl: live.url });
  const text = { threadId: sent.threadId, message: "2", replyWebhookUrl: simulated.url };
  const tested = await client.inTestMode().sendText({ body: text });

  await receiveText(app, team, tested, { text: "live", testMode: false });
  await receiveText(app, team, sent, { text: "simulated", testMode: true });

  expect(JSON.parse((await awaitPost(live.path)).body)).toMatchObject({ text: "live", textId: sent.textId });
  const posted = JSON.parse((await awaitPost(simulated.path)).body);
  expect(posted).toMatchObject({ text: "simulated", textId: tested.textId });
});

test("threads and teams have separate URLs", async () => {
  const { client, team } = await app.signIn();
  const stranger = await app.signIn();
  const { url, path } = newAddress();
  const phone_number = uniquePhone();
  await send(client, { phone_number, replyWebhookUrl: url });
  const elsewhere = await send(client);
  const theirs = await send(stranger.client, { phone_number });

  await receiveText(app, team, elsewhere);
  await receiveText(app, stranger.team, theirs);

  expect(await app.em().count(WebhookDelivery, { teamId: { $in: [team.id, stranger.team.id] } })).toBe(0);
  expect(postedTo(path)).toEqual([]);
});

test("each reply is posted separately, to any number of URLs", async () => {
  const { client, team } = await app.signIn();
  const addresses = Array.from({ length: 20 }, newAddress);
  for (const { url } of addresses) await receiveText(app, team, await send(client, { replyWebhookUrl: url }));

  const posts = await Promise.all(addresses.map(({ path }) => awaitPost(path)));

  expect(new Set(posts.map(({ headers }) => headers["webhook-id"])).size).toBe(20);
});

test("a message is posted once, however often it is queued, and not at all if it is not stored", async () => {
  const { client, team } = await app.signIn();
  const { url, path } = newAddress();
  const sent = await send(client, { replyWebhookUrl: url });
  const messageId = await receiveText(app, team, sent);
  const ends = { from: sent.to as E164, to: sent.from as E164 };
  const { threadId, createdAt, testMode } = sent;
  const of = { teamId: team.id, threadId, createdAt, testMode, messageId };
  const received = { ...of, ...ends, text: "again", optOut: false };

  await app.inTeam(team.id, (tx) => queueReplies(tx, [received, received]));
  await app.inTeam(team.id, (tx) => queueReplies(tx, []));
  const undone = app.em().transactional(async (tx) => {
    await receiveText({ em: () => tx }, team, sent);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");

  expect(JSON.parse((await awaitPost(path)).body)).toMatchObject({ text: "hello" });
  await vi.waitFor(async () => expect(await readDelivery(app, team, messageId)).toMatchObject({ status: "delivered" }));
  expect(await app.em().count(WebhookDelivery, { teamId: team.id })).toBe(1);
  expect(postedTo(path)).toHaveLength(1);
});

test("user and password in the URL become basic authentication", async () => {
  const { client, team } = await app.signIn();
  const { url, path } = newAddress();
  await receiveText(app, team, await send(client, { replyWebhookUrl: url.replace("//", "//user:word@") }));

  const { headers } = await awaitPost(path);

  expect(headers.authorization).toBe(`Basic ${Buffer.from("user:word").toString("base64")}`);
});

test("any status of 2xx is a success", async () => {
  const { client, team } = await app.signIn();
  for (const status of [200, 201, 202, 204, 299]) {
    const { url } = newAddress();
    target.behaviour = answer(status, "");
    const messageId = await receiveText(app, team, await send(client, { replyWebhookUrl: url }));

    await vi.waitFor(async () =>
      expect(await readDelivery(app, team, messageId)).toMatchObject({ status: "delivered", attempts: [{ status }] }),
    );
  }
});

test("a worker is told about a batch of callbacks only if it has queued replies", async () => {
  const { client, number } = await app.signIn();
  const phone = uniquePhone();
  // Other tests leave their jobs.
  await app.jobs.drain();
  const onReplies = vi.fn();
  const work = createCallbackWork(app.database.orm, createLog("silent"), createPhoneHashes(sealer), onReplies);
  const receive = async () => {
    await postCallback(app, "inbound", inboundForm(phone, number, "hello"));
    await work["callbacks.inbound"]();
    return onReplies.mock.calls.length;
  };

  const calls = [await receive()];
  await client.sendText({ body: { phone_number: phone, message: "hello", replyWebhookUrl: newAddress().url } });
  calls.push(await receive());
  await work["callbacks.inbound"]();
  calls.push(onReplies.mock.calls.length);

  expect(calls).toEqual([0, 1, 1]);
});
