import { Webhook } from "standardwebhooks";
import { beforeEach, describe, expect, test } from "vitest";
import { listCallbacks } from "../../server/inbound/list-callbacks.ts";
import { makeStandardSecret } from "../../server/secrets/standard-secrets.ts";
import { callbackBaseUrl, useApp } from "../support/app.ts";
import { newSid, post } from "../support/callbacks.ts";
import type { Client } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";
import { answer, useFakeServer } from "../support/fake-server.ts";
import { buildAccount, type TestAccount } from "../support/provider-accounts.ts";
import { refusalOf } from "../support/refusals.ts";
import { growth } from "../support/scrape.ts";

const app = useApp();
const program = useFakeServer();

const secret = makeStandardSecret();

beforeEach(() => {
  program.behaviour = (_, response) => void response.end(JSON.stringify({ id: newSid() }));
});

async function signIn() {
  const session = await app.signIn();
  const account = await buildAccount(app, "http", { url: `${program.url}/send?as=us`, secret });
  await account.sendFor(session.number);
  return { ...session, account };
}

const send = (client: Client, phone = uniquePhone() as string) =>
  client.raw("sendText", { body: { phone_number: phone, message: "hello" } });

interface Delivery {
  id?: string;
  time?: Date;
  by?: string;
  type?: string;
  query?: string;
}

/** Posts an event as the program does, signed by the library of Standard Webhooks. */
function deliver({ path }: TestAccount, kind: "inbound" | "status", event: object | string, given: Delivery = {}) {
  const { id = crypto.randomUUID(), time = new Date(), by = secret, type = "application/json", query = "" } = given;
  const body = typeof event === "string" ? event : JSON.stringify(event);
  return post(`${app.url}${path}/${kind}${query}`, body, {
    "content-type": type,
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(time.getTime() / 1_000)),
    "webhook-signature": new Webhook(by).sign(id, time, body),
  });
}

const readThread = async (client: Client) => {
  const { threads } = await client.listThreads();
  return (await client.listThreadMessages({ path: { id: threads[0]!.id } })).messages;
};

describe("a program that carries texts over HTTP", () => {
  test("gets a text as JSON, signed by Standard Webhooks with the id of the text", async () => {
    const { client, number, account } = await signIn();
    const phone = uniquePhone();

    const { body } = await send(client, phone);

    const { path, headers, body: posted } = program.requests.at(-1)!;
    expect(path).toBe("/send?as=us");
    expect(headers).toMatchObject({ "content-type": "application/json", "webhook-id": body.textId });
    expect(new Webhook(secret).verify(posted, headers as Record<string, string>)).toEqual({
      id: body.textId,
      kind: "text",
      from: number,
      to: phone,
      text: "hello",
      mediaUrls: [],
      callbackUrl: `${callbackBaseUrl}${account.path}/status`,
    });
  });

  test("gets a passcode as one", async () => {
    const { client } = await signIn();

    const { otpId } = await client.generateOtp({ body: { phone: uniquePhone(), recipient_id: "user" } });

    expect(JSON.parse(program.requests.at(-1)!.body)).toMatchObject({ id: otpId, kind: "otp" });
  });

  test("reports statuses by its own id or by ours, which never go back, and words that mean nothing", async () => {
    const { client, account, number } = await signIn();
    const id = newSid();
    program.behaviour = answer(200, { id });
    const { body } = await send(client);
    const report = async (event: object) => {
      const told = await deliver(account, "status", { type: "message.status", from: number, ...event });
      expect(told).toMatchObject({ status: 200, text: '{"success":true}' });
      await app.jobs.drain();
    };

    await report({ id, status: "sent" });
    expect(await readThread(client)).toMatchObject([{ status: "sent" }]);
    await report({ textId: body.textId, status: "undelivered", errorCode: "no-signal" });
    await report({ id, status: "sent" });
    await report({ id, status: "teleported" });
    expect(await readThread(client)).toMatchObject([{ status: "undelivered", errorCode: "no-signal" }]);
  });

  test("passes on a text with its files, once for each id, and for each repetition of a post without one", async () => {
    const { client, account, number } = await signIn();
    const event = {
      type: "message.received",
      from: uniquePhone(),
      to: number,
      text: "hi",
      mediaUrls: ["https://a.example/1", 7],
    };
    const id = newSid();

    for (const webhookId of ["one", "one", "two"])
      await deliver(account, "inbound", { ...event, id }, { id: webhookId });
    for (const time of [new Date(), new Date(Date.now() - 60_000)])
      await deliver(account, "inbound", { ...event, text: "no id" }, { id: "three", time });
    await app.jobs.drain();

    const messages = await readThread(client);
    expect(messages.map(({ body }) => body).toSorted()).toEqual(["hi", "no id"]);
    expect(messages.find(({ body }) => body === "hi")).toMatchObject({
      media: [{ url: "https://a.example/1", contentType: null }],
    });
  });

  test("reports an opt-out that it has read in a text", async () => {
    const { client, account, number } = await signIn();
    const phone = uniquePhone();
    const told = { type: "message.received", from: phone, to: number, text: "please, no more" };

    await deliver(account, "inbound", { ...told, id: newSid(), optOut: "opted_out" });
    expect(refusalOf(await send(client, phone))).toBe("409 recipient_opted_out");
    await deliver(account, "inbound", { ...told, id: newSid(), optOut: "opted_in" });
    expect((await send(client, phone)).status).toBe(200);
  });

  test("reports later that a recipient has opted out of the number, which is logged once and opts nobody out", async () => {
    const { client, account } = await signIn();
    const phone = uniquePhone();
    const { body } = await send(client, phone);
    const code = await client.generateOtp({ body: { phone, recipient_id: "user" } });

    const names = ["http", "simulated"].map((kind) => `messaging_texts_final_total{status="failed",carrier="${kind}"}`);
    const counted = await growth(app.url, names, async () => {
      for (const textId of [body.textId, code.otpId])
        for (const status of ["failed", "undelivered"])
          await deliver(account, "status", { type: "message.status", textId, status, errorCode: "7", optedOut: true });
      await app.jobs.drain();
    });

    expect(counted).toEqual([2, 0]);
    expect((await client.getConsent({ path: { phone } })).state).toBe("unknown");
    const { consents } = await client.listConsents({ query: { phone } });
    expect(consents).toMatchObject([
      { source: "provider", effective: false, messageId: null },
      { source: "provider", effective: false, messageId: body.textId },
    ]);
    expect((await send(client, phone)).status).toBe(200);
  });

  test("says why it refuses a text, and about what", async () => {
    const { client } = await signIn();
    program.behaviour = answer(422, { code: "full", about: "capacity", message: `The queue of ${secret} is full.` });
    const refused = await send(client);

    expect(refusalOf(refused)).toBe("502 message_failed");
    expect(refused.body.provider).toMatchObject({
      code: "full",
      about: "capacity",
      message: "The queue of … is full.",
    });
    program.behaviour = answer(400, { code: "full", about: "nonsense" });
    expect((await send(client)).body.provider).toMatchObject({ code: "full", about: "account" });
    program.behaviour = answer(400, { code: "blocked", optedOut: true });
    expect(refusalOf(await send(client))).toBe("409 recipient_opted_out");
  });

  test("cannot choose the record of a status by the address, which its signature does not cover", async () => {
    const { client, account, team } = await signIn();
    const { body } = await send(client);

    const query = `?textId=${body.textId}&team=${team.id}`;
    await deliver(account, "status", { type: "message.status", status: "failed" }, { query });
    await app.jobs.drain();

    expect(await readThread(client)).toMatchObject([{ status: "queued" }]);
    const [record] = await listCallbacks(app.em(), { limit: 1 });
    expect(record).toMatchObject({ outcome: "unreadable" });
  });

  test.each([
    ["of another secret", { by: makeStandardSecret() }],
    ["that is older than five minutes", { time: new Date(Date.now() - 301_000) }],
    ["that is later than five minutes", { time: new Date(Date.now() + 400_000) }],
  ])("is refused with a signature %s", async (_, given) => {
    const { account } = await signIn();
    const event = { type: "message.received", from: uniquePhone(), to: uniquePhone(), text: "hi" };

    expect(refusalOf(await deliver(account, "inbound", event, given))).toBe("401 invalid_signature");
  });

  test("is refused without a signature, and with one of another body", async () => {
    const { account } = await signIn();
    const url = `${app.url}${account.path}/inbound`;
    const headers = { "content-type": "application/json", "webhook-id": "1", "webhook-timestamp": "1" };

    expect(refusalOf(await post(url, "{}", headers))).toBe("401 invalid_signature");
    const time = new Date();
    const signed = {
      ...headers,
      "webhook-timestamp": String(Math.floor(time.getTime() / 1_000)),
      "webhook-signature": new Webhook(secret).sign("1", time, "{} "),
    };
    expect(refusalOf(await post(url, "{}", signed))).toBe("401 invalid_signature");
  });

  test.each([
    ["text/plain", "hello"],
    ["application/json", "[1]"],
    ["application/json", '{"type":"message.received"}'],
  ])("has a signed body of the type %s recorded, if nothing can be read of it: %s", async (type, body) => {
    const { account } = await signIn();

    expect((await deliver(account, "inbound", body, { type })).status).toBe(200);
    await app.jobs.drain();

    const [record] = await listCallbacks(app.em(), { limit: 1 });
    expect(record).toMatchObject({ outcome: "unreadable" });
  });
});
