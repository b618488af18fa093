import { beforeEach, describe, expect, test } from "vitest";
import { errors } from "../../generated/errors.ts";
import { Message } from "../../server/db/schema/entities/message.ts";
import { createLog } from "../../server/log.ts";
import { createTwilioProvider } from "../../server/provider/twilio/send.ts";
import { useApp } from "../support/app.ts";
import type { Client } from "../support/client.ts";
import { buildOptOut, uniquePhone } from "../support/factories.ts";
import { accept, answer, refuse, useFakeServer } from "../support/fake-server.ts";
import { refusalOf } from "../support/refusals.ts";
import { accountSid } from "../support/twilio.ts";

const fakeServer = useFakeServer();
const providerLines: string[] = [];
const app = useApp({
  carrier: () =>
    createTwilioProvider({
      accountSid,
      authToken: "token",
      baseUrl: fakeServer.url,
      callbackBaseUrl: undefined,
      log: createLog("debug", { write: (line) => providerLines.push(line) }),
    }),
});

beforeEach(() => {
  fakeServer.behaviour = accept;
  providerLines.length = 0;
});

const send = (client: Client, phone_number: string, idempotencyKey?: string) =>
  client.raw("sendText", { body: { phone_number, message: "hello" }, ...(idempotencyKey && { idempotencyKey }) });

const generate = (client: Client, phone: string, idempotencyKey?: string) =>
  client.raw("generateOtp", { body: { phone, recipient_id: "user" }, ...(idempotencyKey && { idempotencyKey }) });

async function onlyMessage(client: Client) {
  const { threads } = await client.listThreads();
  const { messages } = await client.listThreadMessages({ path: { id: threads[0]!.id } });
  expect(messages).toHaveLength(1);
  return { threadId: threads[0]!.id, message: messages[0]! };
}

const [{ nextStep: nextSteps }] = errors.message_failed;

describe("a text that the provider refuses", () => {
  test.each([
    ["recipient", "21211", 400],
    ["content", "21617", 400],
    ["number", "21606", 400],
    ["account", "20003", 401],
    ["account", "21408", 403],
    ["capacity", "20429", 429],
    ["unreachable", "30003", 400],
    ["account", "90210", 400],
  ] as const)(
    "is answered with its ids, the provider's reason, and what to do about the %s: %s",
    async (about, code, status) => {
      const { client } = await app.signIn();
      const moreInfo = `https://www.twilio.com/docs/errors/${code}`;
      fakeServer.behaviour = answer(status, { code: Number(code), message: "No.", more_info: moreInfo, status });

      const refused = await send(client, uniquePhone());

      expect(refusalOf(refused)).toBe("502 message_failed");
      const { threadId, message } = await onlyMessage(client);
      expect(refused.body).toMatchObject({
        textId: message.id,
        threadId,
        provider: { code, message: "No.", moreInfo, about },
        nextStep: nextSteps[about],
      });
      expect(message).toMatchObject({
        status: "failed",
        errorCode: code,
        errorMeaning: refused.body.provider.meaning,
      });
    },
  );

  test("is answered with null for what the provider does not say", async () => {
    const { client } = await app.signIn();
    fakeServer.behaviour = answer(403, "<h1>Forbidden</h1>");

    expect((await send(client, uniquePhone())).body).toMatchObject({
      provider: { code: "http_403", message: null, moreInfo: null, about: "account" },
    });
  });

  test("has no phone number and no account id in the answer's reason and in the log, and its reason is not stored", async () => {
    const { client } = await app.signIn();
    await client.listEvents();
    const phone = uniquePhone();
    const message = `'${phone}' of account ${accountSid} is invalid${" at all".repeat(60)}`;
    fakeServer.behaviour = answer(400, { code: 21211, message, more_info: `https://x.example/${accountSid}` });

    const { provider, textId } = (await send(client, phone)).body;

    expect(provider.message).toMatch(/^'…' of account … is invalid at all/);
    expect(provider.message).toHaveLength(300);
    expect(provider.moreInfo).toBeNull();
    const { events } = await client.listEvents();
    expect(events[0]!.data.provider).toEqual(provider);
    const told = [...providerLines, ...app.logLines].filter((line) => line.includes("is invalid at all"));
    expect(told.length).toBeGreaterThan(0);
    for (const line of told) for (const secret of [phone.slice(1), accountSid]) expect(line).not.toContain(secret);
    expect(JSON.stringify(await app.em().findOneOrFail(Message, { id: textId }))).not.toContain("is invalid");
  });

  test("frees its key, and each later request with the key is answered for its own text", async () => {
    const { client } = await app.signIn();
    const phone = uniquePhone();
    fakeServer.behaviour = refuse(21211);
    const refusals = [await send(client, phone, "key"), await send(client, phone, "key")];

    expect(refusals.map(refusalOf)).toEqual(Array(2).fill("502 message_failed"));
    expect(new Set(refusals.map(({ body }) => body.textId)).size).toBe(2);
    fakeServer.behaviour = accept;
    expect(await send(client, phone, "key")).toMatchObject({ status: 200 });
  });

  test("is answered for itself when it arrives with others that are accepted or refused", async () => {
    const { client } = await app.signIn();
    await client.listEvents();
    fakeServer.behaviour = (request, response) => {
      const end = request.form.To!.at(-1);
      return (end === "1" ? refuse(21211) : end === "2" ? refuse(20003, 401) : accept)(request, response);
    };
    const phones = Array.from({ length: 30 }, (_, index) => `${uniquePhone().slice(0, -1)}${index % 3}`);

    const answers = await Promise.all(
      phones.map((phone, index) => send(client, phone, index % 2 ? `${index}` : undefined)),
    );

    const codes = answers.map(({ body }) => body.provider?.code);
    expect(codes).toEqual(phones.map((_, index) => [undefined, "21211", "20003"][index % 3]));
    const { events } = await client.listEvents({ query: { per_page: 100 } });
    const expected = answers
      .filter(({ status }) => status === 502)
      .map(({ body }) => `${body.textId} ${body.provider.code}`);
    expect(events.map(({ data }) => `${data.messageId} ${data.errorCode}`).toSorted()).toEqual(expected.toSorted());
  });

  test("because of an opt-out is recipient_opted_out, with the same reason", async () => {
    const { client } = await app.signIn();
    fakeServer.behaviour = refuse(21610);

    const refused = await send(client, uniquePhone());

    expect(refusalOf(refused)).toBe("409 recipient_opted_out");
    const { threadId, message } = await onlyMessage(client);
    expect(refused.body).toMatchObject({
      textId: message.id,
      threadId,
      provider: { code: "21610", about: "recipient" },
    });
  });
});

test("a passcode whose text is refused has the provider's reason, null ids, and no code in it", async () => {
  const { client } = await app.signIn();
  await client.listEvents();
  fakeServer.behaviour = ({ form }, response) =>
    answer(400, { code: 21211, message: `Not sent: ${form.Body}`, more_info: "" })(undefined as never, response);

  const refused = await generate(client, uniquePhone());

  expect(refusalOf(refused)).toBe("502 message_failed");
  expect(refused.body).toMatchObject({
    textId: null,
    threadId: null,
    provider: { code: "21211", message: "Not sent: Your verification code is …", about: "recipient" },
    nextStep: nextSteps.recipient,
  });
  const { events } = await client.listEvents();
  expect(events).toMatchObject([
    { type: "otp.status", data: { recipientId: "user", deliveryStatus: "failed", provider: refused.body.provider } },
  ]);
});

test("a text that our own list of opt-outs refuses names no text and no provider", async () => {
  const { client, team } = await app.signIn();
  const phone = uniquePhone();
  await buildOptOut(app.em(), team, phone);

  const refused = await send(client, phone);

  expect(refusalOf(refused)).toBe("409 recipient_opted_out");
  expect(refused.body).not.toHaveProperty("provider");
});
