import { beforeEach, describe, expect, test } from "vitest";
import { queries } from "../../server/db/orm.ts";
import { createTwilioProvider } from "../../server/provider/twilio/send.ts";
import { useApp } from "../support/app.ts";
import type { Client, RawAnswer } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";
import {
  accept,
  answer,
  type Behaviour,
  hang,
  hangAfterHeaders,
  refuse,
  reset,
  useFakeServer,
} from "../support/fake-server.ts";

const maxConnections = 20;
const accountSid = "AC00000000000000000000000000000001";

const fakeServer = useFakeServer();
const carrier = (callbackBaseUrl?: string) => () =>
  createTwilioProvider({
    accountSid,
    authToken: "token",
    baseUrl: fakeServer.url,
    callbackBaseUrl,
    // The app has another log. The provider's tests check this one.
    log: { warn: () => {} },
    timeoutMilliseconds: 1_000,
    maxConnections,
  });
const app = useApp({ carrier: carrier("https://sms.example.com") });
const appWithoutBaseUrl = useApp({ carrier: carrier() });

beforeEach(() => {
  fakeServer.behaviour = accept;
});

const send = (client: Client, phone_number: string): Promise<RawAnswer> =>
  client.raw("sendText", { body: { phone_number, message: "Tom & Jerry 👍" }, idempotencyKey: "key" });

const replayed = ({ headers }: RawAnswer) => headers.get("x-idempotency-replayed");

/** The messages of the only thread that the team has. */
async function historyOf(client: Client) {
  const { threads } = await client.listThreads();
  expect(threads).toHaveLength(1);
  return (await client.listThreadMessages({ path: { id: threads[0]!.id } })).messages;
}

async function providerIdOf(id: string) {
  const found = queries(app.em()).selectFrom("Message").select("providerId").where("id", "=", id);
  return (await found.executeTakeFirstOrThrow()).providerId;
}

describe("a live text", () => {
  test("that the provider accepts is queued under the provider id, and is sent unchanged", async () => {
    const { client, team } = await app.signIn();
    const phone = uniquePhone();
    const sid = "SM000000000000000000000000accepted";
    fakeServer.behaviour = answer(201, { sid, status: "queued" });

    const { status, body } = await send(client, phone);

    expect({ status, body }).toMatchObject({ status: 200, body: { status: "queued", to: phone, testMode: false } });
    expect(await providerIdOf(body.textId)).toBe(sid);
    expect(await historyOf(client)).toMatchObject([{ id: body.textId, status: "queued", errorCode: null }]);
    expect(fakeServer.requestsTo(phone)).toMatchObject([
      { method: "POST", path: `/2010-04-01/Accounts/${accountSid}/Messages.json` },
    ]);
    expect(fakeServer.requestsTo(phone)[0]!.form).toEqual({
      To: phone,
      From: body.from,
      Body: "Tom & Jerry 👍",
      StatusCallback: `https://sms.example.com/api/external/sms/status?team=${team.id}&textId=${body.textId}`,
    });
  });

  test("requests no delivery statuses if the server has no public address", async () => {
    const { client } = await appWithoutBaseUrl.signIn();
    const phone = uniquePhone();

    const { body } = await send(client, phone);

    expect(fakeServer.requestsTo(phone)[0]!.form).toEqual({ To: phone, From: body.from, Body: "Tom & Jerry 👍" });
  });

  test.each([
    ["21211", refuse(21211)],
    ["20429", refuse(20429, 429)],
    ["http_403", answer(403, "<h1>Forbidden</h1>")],
  ])(
    "that the provider refuses is message_failed, stays failed with %s, and frees its key",
    async (code, behaviour) => {
      const { client } = await app.signIn();
      const phone = uniquePhone();
      fakeServer.behaviour = behaviour;

      const refused = await send(client, phone);

      expect(refused).toMatchObject({ status: 502, body: { error: "message_failed" } });
      expect(await historyOf(client)).toMatchObject([{ status: "failed", errorCode: code }]);
      fakeServer.behaviour = accept;
      const retried = await send(client, phone);
      expect(retried).toMatchObject({ status: 200, body: { status: "queued" } });
      expect(replayed(retried)).toBeNull();
      expect(fakeServer.requestsTo(phone)).toHaveLength(2);
      expect((await historyOf(client)).map(({ status }) => status)).toEqual(["queued", "failed"]);
    },
  );

  test("that the provider refuses for an opt-out is recipient_opted_out and stays failed", async () => {
    const { client } = await app.signIn();
    fakeServer.behaviour = refuse(21610);

    expect(await send(client, uniquePhone())).toMatchObject({ status: 409, body: { error: "recipient_opted_out" } });

    expect(await historyOf(client)).toMatchObject([{ status: "failed", errorCode: "21610" }]);
  });

  test.each([
    ["resets the connection", reset],
    ["says nothing", hang],
    ["says nothing after the headers", hangAfterHeaders(201)],
    ["answers 503", answer(503, "")],
    ["answers 500 with a code", answer(500, { code: 20500 })],
    ["answers 201 without an id", answer(201, "")],
  ] as [string, Behaviour][])(
    "that the provider has read before it %s is sending, and a retry of its key does not call again",
    async (_, behaviour) => {
      const { client } = await app.signIn();
      const phone = uniquePhone();
      fakeServer.behaviour = behaviour;

      const sent = await send(client, phone);
      fakeServer.behaviour = accept;
      const again = await send(client, phone);

      expect(sent).toMatchObject({ status: 200, body: { status: "sending" } });
      expect(replayed(again)).toBe("true");
      expect(again.text).toBe(sent.text);
      expect(fakeServer.requestsTo(phone)).toHaveLength(1);
      expect(await historyOf(client)).toMatchObject([{ id: sent.body.textId, status: "sending", errorCode: null }]);
      expect(await providerIdOf(sent.body.textId)).toBeNull();
    },
  );

  test("is sent once if the caller retries it while the provider is slow", async () => {
    const { client } = await app.signIn();
    const phone = uniquePhone();
    let finish: () => void = () => {};
    fakeServer.behaviour = (request, response) => {
      finish = () => accept(request, response);
    };

    const answers = Promise.all(Array.from({ length: 5 }, () => send(client, phone)));
    await fakeServer.received(phone);
    finish();

    expect(new Set((await answers).map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(fakeServer.requestsTo(phone)).toHaveLength(1);
  });
});

test("a text in test mode never reaches the provider", async () => {
  const { client } = await app.signIn();
  const phone = uniquePhone();

  const { status, body } = await send(client.inTestMode(), phone);

  expect({ status, body }).toMatchObject({ status: 200, body: { testMode: true, status: "queued" } });
  expect(fakeServer.requestsTo(phone)).toEqual([]);
});

test("100 concurrent texts are each sent once, over at most the configured number of connections", async () => {
  const { client } = await app.signIn();
  const phones = Array.from({ length: 100 }, uniquePhone);

  const answers = await Promise.all(
    phones.map((phone_number) => client.sendText({ body: { phone_number, message: "hello" } })),
  );

  expect(answers.map(({ status }) => status)).toEqual(Array(100).fill("queued"));
  expect(phones.map((phone) => fakeServer.requestsTo(phone).length)).toEqual(Array(100).fill(1));
  expect(fakeServer.connections.maxOpen).toBeLessThanOrEqual(maxConnections + 1);
});
