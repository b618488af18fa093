import { beforeEach, describe, expect, test } from "vitest";
import { listCallbacks } from "../../server/inbound/list-callbacks.ts";
import { meaningOf } from "../../server/provider/failures.ts";
import { smsgate } from "../../server/provider/smsgate/kind.ts";
import { useApp } from "../support/app.ts";
import { newSid, post } from "../support/callbacks.ts";
import type { Client } from "../support/client.ts";
import { buildBusinessNumber, uniquePhone } from "../support/factories.ts";
import { answer, hang, useFakeServer } from "../support/fake-server.ts";
import { buildAccount, type TestAccount } from "../support/provider-accounts.ts";
import { refusalOf } from "../support/refusals.ts";
import { signatureOf, signingKey, smsgateSettings } from "../support/smsgate.ts";

const app = useApp({ carrierMilliseconds: 300 });
const service = useFakeServer();

beforeEach(() => {
  service.behaviour = (request, response) => {
    response.writeHead(202).end(JSON.stringify({ id: JSON.parse(request.body).id, state: "Pending" }));
  };
});

async function signIn(settings: object = {}) {
  const session = await app.signIn();
  const given = { ...smsgateSettings(`${service.url}/api/3rdparty/v1/`, session.number), ...settings };
  const account = await buildAccount(app, "smsgate", given);
  await account.sendFor(session.number);
  return { ...session, account };
}

const send = (client: Client, phone = uniquePhone() as string) =>
  client.raw("sendText", { body: { phone_number: phone, message: "hello" } });

const seconds = (ago = 0) => String(Math.floor(Date.now() / 1_000) - ago);

interface Delivery {
  time?: string;
  key?: string;
  /** Changes the event, beside its payload. */
  event?: object;
  change?: (parts: { body: string; headers: Record<string, string> }) => object;
}

/** Posts an event as the phone does. */
function deliver({ path }: TestAccount, name: string, payload: object, given: Delivery = {}) {
  const { time = seconds(), key = signingKey, event = {}, change = () => ({}) } = given;
  const { deviceId } = smsgateSettings("", "");
  const full = { simNumber: 2, ...payload };
  const body = JSON.stringify({ deviceId, event: name, id: newSid(), webhookId: "w1", payload: full, ...event });
  const own = { body, headers: signatureOf(body, time, key) };
  const parts = { ...own, ...change(own) };
  const kind = name === "sms:received" ? "inbound" : "status";
  return post(`${app.url}${path}/${kind}`, parts.body, { "content-type": "application/json", ...parts.headers });
}

const received = (more: object = {}) => ({
  messageId: "abc123",
  message: "hi",
  sender: uniquePhone(),
  recipient: null,
  receivedAt: "2026-11-26T10:00:00.000+00:00",
  ...more,
});

const readThread = async (client: Client) => {
  const { threads } = await client.listThreads();
  return (await client.listThreadMessages({ path: { id: threads[0]!.id } })).messages;
};

/** The senders, recipients and outcomes of the newest callbacks, newest first. */
async function readOutcomes(limit: number) {
  await app.jobs.drain();
  return (await listCallbacks(app.em(), { limit })).map(({ outcome }) => outcome);
}

describe("a phone with the app SMSGate", () => {
  test("gets a text by its own id, for one SIM card of one phone", async () => {
    const { client } = await signIn();
    const phone = uniquePhone();

    const { body } = await send(client, phone);

    const { path, headers, body: posted } = service.requests.at(-1)!;
    expect(path).toBe("/api/3rdparty/v1/messages?skipPhoneValidation=true");
    expect(headers).toMatchObject({
      authorization: `Basic ${Buffer.from("USER1:a hidden password").toString("base64")}`,
      "content-type": "application/json",
    });
    expect(JSON.parse(posted)).toEqual({
      id: body.textId,
      deviceId: "PyDmBQZZXYmyxMwED8Fzy",
      simNumber: 2,
      phoneNumbers: [phone],
      textMessage: { text: "hello" },
      ttl: 14_400,
      withDeliveryReport: true,
    });
  });

  test("has a text already, if something on the way has repeated the request", async () => {
    const { client, account } = await signIn();

    service.behaviour = answer(409, { message: "duplicate id" });
    const request = { body: { phone_number: uniquePhone(), message: "hello" } };
    const { textId, status } = await client.sendText(request);
    expect(status).toBe("queued");

    // Its statuses are found by that id.
    await deliver(account, "sms:sent", { messageId: textId });
    await app.jobs.drain();
    expect(await readThread(client)).toMatchObject([{ status: "sent" }]);
  });

  test("refuses a text of another number, and files, without a request", async () => {
    const { client, team, account } = await signIn();
    const other = await buildBusinessNumber(app.em(), { team });
    await account.sendFor(other.phoneNumber);
    await app.em().execute(`update business_number set capabilities = '{"mms": true}' where team_id = ?`, [team.id]);
    const before = service.requests.length;
    const from = (more: object) =>
      client.raw("sendMessage", { body: { phone_number: uniquePhone(), message: "hello", ...more } });

    expect((await from({ sender: other.phoneNumber })).body.provider).toMatchObject({
      code: "smsgate-number",
      about: "number",
    });
    expect((await from({ mediaUrls: ["https://a.example/1.png"] })).body.provider).toMatchObject({
      code: "smsgate-files",
      about: "content",
    });
    expect(service.requests.length).toBe(before);
  });

  test("does not quote the password", async () => {
    const { client } = await signIn();

    service.behaviour = answer(400, { message: "Not with a hidden password." });
    expect((await send(client)).body.provider).toMatchObject({ message: "Not with …." });
  });

  test("reports statuses, which never go back", async () => {
    const { client, account } = await signIn();
    const { body } = await send(client);
    const report = async (name: string, more: object = {}) => {
      const told = { messageId: body.textId, sender: null, recipient: body.to, ...more };
      expect(await deliver(account, name, told)).toMatchObject({ status: 200, text: "{}" });
      await app.jobs.drain();
    };

    await report("sms:sent", { partsCount: 1 });
    expect(await readThread(client)).toMatchObject([{ status: "sent" }]);
    await report("sms:teleported");
    await report("sms:delivered");
    await report("sms:sent");
    expect(await readThread(client)).toMatchObject([{ status: "delivered" }]);
  });

  test.each([
    ["Send result: RESULT_ERROR_NO_SERVICE (Failed)", "failed", "smsgate-RESULT_ERROR_NO_SERVICE", "unreachable"],
    ["Send result: RESULT_ERROR_LIMIT_EXCEEDED (Failed)", "failed", "smsgate-RESULT_ERROR_LIMIT_EXCEEDED", "capacity"],
    ["TTL expired", "failed", "smsgate-expired", "unreachable"],
    ["Delivery result from SC +12025550100: 70", "undelivered", "smsgate-undelivered", "unreachable"],
    ["Can't send message: No SIMs found", "failed", "smsgate-failed", "account"],
  ])("says why a text failed: %s", async (reason, status, code, about) => {
    const { client, account } = await signIn();
    const { body } = await send(client);

    await deliver(account, "sms:failed", { messageId: body.textId, recipient: body.to, reason });
    await app.jobs.drain();

    const message = await client.getMessage({ path: { id: body.textId } });
    expect(message).toMatchObject({ status, errorCode: code });
    expect(meaningOf(code).about).toBe(about);
  });

  test("reports the status of a text whose outcome is unknown", async () => {
    const { client, account } = await signIn();
    service.behaviour = hang;
    const { body } = await send(client);
    expect(body.status).toBe("sending");

    await deliver(account, "sms:delivered", { messageId: body.textId, recipient: body.to });
    await app.jobs.drain();

    expect(await readThread(client)).toMatchObject([{ status: "delivered" }]);
  });

  test("reports the status of a passcode", async () => {
    const { client, account } = await signIn();
    const phone = uniquePhone();
    const { otpId } = await client.generateOtp({ body: { phone, recipient_id: "user" } });

    await deliver(account, "sms:delivered", { messageId: otpId, recipient: phone });

    expect(await readOutcomes(1)).toEqual(["applied"]);
  });

  test("passes on a text once, whatever its content, with the number of its SIM card", async () => {
    const { client, account } = await signIn();
    const sender = uniquePhone();
    const event = { id: newSid() };
    const text = received({ sender, recipient: "2025550100" });

    for (const time of [seconds(), seconds(10)]) await deliver(account, "sms:received", text, { time, event });
    await deliver(account, "sms:received", text);
    await deliver(account, "sms:received", received({ sender: undefined, phoneNumber: sender, simNumber: null }));
    await app.jobs.drain();

    const messages = await readThread(client);
    expect(messages.map(({ body, direction }) => [body, direction])).toEqual(Array(3).fill(["hi", "inbound"]));
  });

  test("opts a sender out whose number it writes without the code of the country", async () => {
    const { client, account } = await signIn();
    const phone = "+12125550187";

    await deliver(account, "sms:received", received({ sender: "2125550187", message: "STOP" }));
    expect(refusalOf(await send(client, phone))).toBe("409 recipient_opted_out");
    await deliver(account, "sms:received", received({ sender: phone, message: "START" }));
    expect((await send(client, phone)).status).toBe(200);
  });

  test("keeps the name or short code of a sender", async () => {
    const { account } = await signIn();

    for (const sender of ["ACME", "80888"]) await deliver(account, "sms:received", received({ sender }));

    const contents = (await listCallbacks(app.em(), { limit: 2 })).map(({ content }) => content);
    expect(contents).toMatchObject([{ from: "80888" }, { from: "ACME" }]);
  });

  test.each<[string, string, object, Delivery]>([
    ["to another SIM card of the phone", "sms:received", received({ simNumber: 1 }), {}],
    ["of another phone of the user", "sms:received", received(), { event: { deviceId: "other" } }],
    ["that is none of a text", "system:ping", { health: {} }, {}],
    ["without a payload", "sms:received", received(), { event: { payload: null } }],
    ["with another shape", "sms:received", received(), { event: { payload: [1], id: 7 } }],
  ])("records an event %s, without an effect", async (_, name, payload, given) => {
    const { account } = await signIn();

    expect((await deliver(account, name, payload, given)).status).toBe(200);

    expect(await readOutcomes(1)).toEqual(["unreadable"]);
  });

  test("records an array of events as one that cannot be read", async () => {
    const { client, account } = await signIn();
    const { body } = await send(client);
    const change = (own: { body: string }) => {
      const both = `[${own.body},${own.body}]`;
      return { body: both, headers: signatureOf(both, seconds()) };
    };

    expect((await deliver(account, "sms:sent", { messageId: body.textId }, { change })).status).toBe(200);

    expect(await readOutcomes(1)).toEqual(["unreadable"]);
    expect(await readThread(client)).toMatchObject([{ status: "queued" }]);
  });

  test.each<[string, Delivery]>([
    ["of another key", { key: "another key" }],
    ["that is older than five minutes", { time: seconds(302) }],
    ["that is later than five minutes", { time: seconds(-400) }],
    ["over another body", { change: ({ body }) => ({ body: `${body} ` }) }],
    ["over another time", { change: ({ headers }) => ({ headers: { ...headers, "x-timestamp": seconds(1) } }) }],
    [
      "that is cut",
      {
        change: ({ headers }) => ({ headers: { ...headers, "x-signature": headers["x-signature"]!.slice(0, 40) } }),
      },
    ],
    ["without a time", { change: ({ headers }) => ({ headers: { ...headers, "x-timestamp": "" } }) }],
    ["that is missing", { change: () => ({ headers: {} }) }],
  ])("refuses a signature %s", async (_, given) => {
    const { account } = await signIn();

    expect(refusalOf(await deliver(account, "sms:received", received(), given))).toBe("401 invalid_signature");
  });
});

describe("the doctor of an account", () => {
  const settings = () => smsgateSettings(service.url, "+12025550123");

  test("says when the service has last seen the phone", async () => {
    service.behaviour = answer(200, [{ id: "other" }, { id: settings().deviceId, lastSeen: "2026-11-26T10:00:00Z" }]);

    expect(await smsgate.accounts.reach(settings())).toBe(
      `${service.url} has last seen the phone at 2026-11-26T10:00:00Z`,
    );
    expect(service.requests.at(-1)).toMatchObject({ method: "GET", path: "/devices" });
  });

  test("names a phone that the service does not know", async () => {
    service.behaviour = answer(200, [{ id: "other" }]);

    await expect(smsgate.accounts.reach(settings())).rejects.toThrow(`does not know the phone ${settings().deviceId}`);
  });
});
