import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { listCallbacks } from "../../server/inbound/list-callbacks.ts";
import { meaningOf } from "../../server/provider/failures.ts";
import { callbackBaseUrl, useApp } from "../support/app.ts";
import { newSid, post } from "../support/callbacks.ts";
import type { Client } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";
import { answer, useFakeServer } from "../support/fake-server.ts";
import { buildAccount, type TestAccount } from "../support/provider-accounts.ts";
import { refusalOf } from "../support/refusals.ts";

const app = useApp();
const carrier = useFakeServer();

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
/** The last 32 bytes of the DER form are the key itself, as the carrier's console shows it. */
const shownKey = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64");
const apiKey = "KEY0123456789";

async function signIn() {
  const session = await app.signIn();
  const account = await buildAccount(app, "telnyx", { apiKey, publicKey: shownKey, baseUrl: carrier.url });
  await account.sendFor(session.number);
  carrier.behaviour = answer(200, { data: { id: newSid() } });
  return { ...session, account };
}

const send = (client: Client, message = "hello") =>
  client.raw("sendText", { body: { phone_number: uniquePhone(), message } });

const seconds = (ago = 0) => String(Math.floor(Date.now() / 1_000) - ago);

interface Delivery {
  time?: string;
  key?: typeof privateKey;
  change?: (parts: { url: string; body: string; time: string; signature: string }) => object;
}

/** Posts an event as the carrier does. */
function deliver({ path }: TestAccount, kind: "inbound" | "status", payload: object, given: Delivery = {}) {
  const { time = seconds(), key = privateKey, change = () => ({}) } = given;
  const body = JSON.stringify({ data: { event_type: "message", payload }, meta: { attempt: 1 } });
  const signature = sign(null, Buffer.from(`${time}|${body}`), key).toString("base64");
  const own = { url: `${app.url}${path}/${kind}`, body, time, signature };
  const parts = { ...own, ...change(own) };
  return post(parts.url, parts.body, {
    "content-type": "application/json",
    "telnyx-signature-ed25519": parts.signature,
    "telnyx-timestamp": parts.time,
  });
}

const readThread = async (client: Client) => {
  const { threads } = await client.listThreads();
  return (await client.listThreadMessages({ path: { id: threads[0]!.id } })).messages;
};

const inbound = (to: string, more: object = {}) => ({
  id: newSid(),
  from: { phone_number: uniquePhone() },
  to: [{ phone_number: to }],
  text: "hi",
  ...more,
});

describe("an account of Telnyx", () => {
  test.each([
    ["hello", "gsm7"],
    ["hello 👋", "ucs2"],
  ])("sends the text %j in the encoding that its segments are counted in", async (message, encoding) => {
    const { client, number, account } = await signIn();

    const { body } = await send(client, message);

    const { path, headers, body: posted } = carrier.requests.at(-1)!;
    expect(path).toBe("/v2/messages");
    expect(headers).toMatchObject({ authorization: `Bearer ${apiKey}`, "content-type": "application/json" });
    expect(JSON.parse(posted)).toEqual({
      from: number,
      to: body.to,
      text: message,
      encoding,
      webhook_url: `${callbackBaseUrl}${account.path}/status`,
      use_profile_webhooks: false,
    });
  });

  test("gets the statuses of its texts, which never go back", async () => {
    const { client, account, number } = await signIn();
    const id = newSid();
    carrier.behaviour = answer(200, { data: { id } });
    await send(client);
    const report = async (status: string, more: object = {}) => {
      const payload = { id, from: { phone_number: number }, to: [{ phone_number: uniquePhone(), status }], ...more };
      expect(await deliver(account, "status", payload)).toMatchObject({ status: 200, text: "{}" });
      await app.jobs.drain();
    };

    await report("delivery_unconfirmed");
    expect(await readThread(client)).toMatchObject([{ status: "sent" }]);
    await report("delivery_failed", { errors: [{ code: "40008", title: "Undeliverable" }] });
    await report("queued");
    await report("teleported");
    expect(await readThread(client)).toMatchObject([{ status: "undelivered", errorCode: "telnyx-40008" }]);
  });

  test("receives a text with its files once", async () => {
    const { client, account, number } = await signIn();
    const payload = inbound(number, {
      media: [{ url: "https://a.example/1", content_type: "image/png" }, { size: 1 }],
    });

    for (const time of [seconds(), seconds(1)])
      expect((await deliver(account, "inbound", payload, { time })).status).toBe(200);
    await app.jobs.drain();

    expect(await readThread(client)).toMatchObject([
      { body: "hi", direction: "inbound", media: [{ url: "https://a.example/1", contentType: "image/png" }] },
    ]);
  });

  test.each<[string, Delivery]>([
    ["of another key", { key: generateKeyPairSync("ed25519").privateKey }],
    ["that is older than five minutes", { time: seconds(302) }],
    ["that is later than five minutes", { time: seconds(-400) }],
    ["over another body", { change: ({ body }) => ({ body: `${body} ` }) }],
    ["over another time", { change: ({ time }) => ({ time: String(Number(time) - 1) }) }],
    [
      "that is changed",
      { change: ({ signature }) => ({ signature: (signature[0] === "A" ? "B" : "A") + signature.slice(1) }) },
    ],
    ["that is cut", { change: ({ signature }) => ({ signature: signature.slice(0, 40) }) }],
    ["without a time", { change: () => ({ time: "" }) }],
  ])("refuses a signature %s", async (_, given) => {
    const { account, number } = await signIn();

    expect(refusalOf(await deliver(account, "inbound", inbound(number), given))).toBe("401 invalid_signature");
  });

  test("says why a text was refused", async () => {
    const { client } = await signIn();
    const refuse = (code: string, status = 422) =>
      answer(status, { errors: [{ code, title: "A title", detail: `Not with ${apiKey}.` }] });

    carrier.behaviour = refuse("40333");
    expect((await send(client)).body.provider).toMatchObject({
      code: "telnyx-40333",
      about: "account",
      message: "Not with ….",
    });
    carrier.behaviour = refuse("40300", 400);
    expect(refusalOf(await send(client))).toBe("409 recipient_opted_out");
    carrier.behaviour = refuse("10008", 408);
    expect((await send(client)).body.status).toBe("sending");
  });

  test.each(["[]", '{"data":null}', '{"data":{"payload":{"to":{},"from":7}}}', '{"data":{"payload":[1]}}'])(
    "records a signed event that cannot be read: %s",
    async (body) => {
      const { account } = await signIn();
      const change = ({ time }: { time: string }) => ({
        body,
        signature: sign(null, Buffer.from(`${time}|${body}`), privateKey).toString("base64"),
      });

      // Equal events of the same second are repetitions, so both times come from one reading of the clock.
      const time = seconds();
      expect((await deliver(account, "inbound", {}, { change, time })).status).toBe(200);
      expect((await deliver(account, "status", {}, { change, time: String(Number(time) - 1) })).status).toBe(200);
      await app.jobs.drain();

      const records = await listCallbacks(app.em(), { limit: 2 });
      expect(records.map(({ outcome }) => outcome)).toEqual(["unreadable", "unreadable"]);
    },
  );
});

test("a code of Telnyx is not that of another carrier with the same number", () => {
  expect(meaningOf("telnyx-10001").about).toBe("number");
  expect(meaningOf("10001").about).toBe("account");
});
