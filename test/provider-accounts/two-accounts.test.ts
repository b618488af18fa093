import twilio from "twilio";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { listCallbacks } from "../../server/inbound/list-callbacks.ts";
import { callbackBaseUrl, useApp, useNeighbour } from "../support/app.ts";
import { inboundForm, newSid, post, statusForm } from "../support/callbacks.ts";
import type { Client } from "../support/client.ts";
import { buildBusinessNumber, uniquePhone } from "../support/factories.ts";
import { accept, answer, type FakeServer, useFakeServer } from "../support/fake-server.ts";
import { buildAccount } from "../support/provider-accounts.ts";
import { refusalOf } from "../support/refusals.ts";

const app = useApp();
const neighbour = useNeighbour(app);
const simulated = useApp({ simulated: true, phone: true });
const carriers = [useFakeServer(), useFakeServer()] as const;

const tokens = ["the first token", "the second token"] as const;

beforeEach(() => {
  for (const carrier of carriers) carrier.behaviour = accept;
});

const add = (at: 0 | 1, where = app) =>
  buildAccount(where, "twilio", { accountSid: `AC${at}`, authToken: tokens[at], baseUrl: carriers[at].url });

/** A team with a number for each of two accounts. */
async function signInWithTwo() {
  const session = await app.signIn();
  const accounts = [await add(0), await add(1)] as const;
  const other = await buildBusinessNumber(app.em(), { team: session.team });
  const numbers = [session.number, other.phoneNumber] as const;
  for (const at of [0, 1] as const) await accounts[at].sendFor(numbers[at]);
  return { ...session, accounts, numbers };
}

const send = (client: Client, sender: string, phone = uniquePhone() as string) =>
  client.sendText({ body: { phone_number: phone, message: "hello", sender } });

/** Posts a form as the account's carrier does. */
function deliver(path: string, form: Record<string, string>, token: string, { server = app, query = "" } = {}) {
  const url = `${server.url}${path}${query}`;
  return post(url, new URLSearchParams(form).toString(), {
    "content-type": "application/x-www-form-urlencoded",
    "x-twilio-signature": twilio.getExpectedTwilioSignature(token, url, form),
  });
}

const basicOf = (at: 0 | 1) => `Basic ${Buffer.from(`AC${at}:${tokens[at]}`).toString("base64")}`;

async function readMessage(client: Client, id: string) {
  return (await client.getMessage({ path: { id } })) as { status: string; errorCode: string | null };
}

describe("two numbers of two accounts", () => {
  test("send by their own carriers, each with its credentials and its address for statuses", async () => {
    const { client, team, accounts, numbers } = await signInWithTwo();

    for (const at of [0, 1] as const) {
      const phone = uniquePhone();
      const { textId, status, from } = await send(client, numbers[at], phone);

      expect({ status, from }).toEqual({ status: "queued", from: numbers[at] });
      const [request, ...more] = carriers[at].requestsTo(phone);
      expect(more).toEqual([]);
      expect(carriers[1 - at]!.requestsTo(phone)).toEqual([]);
      expect(request!.headers.authorization).toBe(basicOf(at));
      expect(request!.form).toMatchObject({
        From: numbers[at],
        StatusCallback: `${callbackBaseUrl}${accounts[at].path}/status?team=${team.id}&textId=${textId}`,
      });
    }
    expect(app.provider.texts).toEqual([]);
  });

  test("get the statuses of their texts at paths of their own, with equal ids of both carriers", async () => {
    const { client, team, accounts, numbers } = await signInWithTwo();
    const sid = newSid();
    for (const carrier of carriers) carrier.behaviour = answer(201, { sid });
    const texts = [await send(client, numbers[0]), await send(client, numbers[1])];

    const report = (at: 0 | 1, status: string, query = "") =>
      deliver(`${accounts[at].path}/status`, statusForm(numbers[at], sid, status), tokens[at], { query });
    expect(await report(0, "undelivered")).toMatchObject({ status: 200, text: "<Response/>" });
    await report(1, "delivered", `?team=${team.id}&textId=${texts[1]!.textId}`);
    await app.jobs.drain();

    expect((await readMessage(client, texts[0]!.textId)).status).toBe("undelivered");
    expect((await readMessage(client, texts[1]!.textId)).status).toBe("delivered");
  });

  test("receive texts at paths of their own, and a text of each with the same id", async () => {
    const { client, accounts, numbers } = await signInWithTwo();
    const sid = newSid();
    for (const at of [0, 1] as const) {
      const form = inboundForm(uniquePhone(), numbers[at], `text ${at}`, sid);
      for (const server of [app, app]) {
        expect((await deliver(`${accounts[at].path}/inbound`, form, tokens[at], { server })).status).toBe(200);
      }
    }
    await app.jobs.drain();

    const { threads } = await client.listThreads();
    expect(threads.map(({ lastBody }) => lastBody).toSorted()).toEqual(["text 0", "text 1"]);
    const records = await listCallbacks(app.em(), { kind: "inbound", limit: 4 });
    expect(records.map(({ outcome }) => outcome).toSorted()).toEqual(["duplicate", "duplicate", "stored", "stored"]);
  });

  test("refuse a callback of the other one's secret, of the environment's, and at a path that does not exist", async () => {
    const { accounts, numbers } = await signInWithTwo();
    const form = inboundForm(uniquePhone(), numbers[0], "hello");
    const at = (path: string, token: string) => deliver(`${path}/inbound`, form, token);

    expect(refusalOf(await at(accounts[0].path, tokens[1]))).toBe("401 invalid_signature");
    expect(refusalOf(await at(accounts[0].path, "a token of the tests"))).toBe("401 invalid_signature");
    expect(refusalOf(await at("/api/external/sms", tokens[0]))).toBe("401 invalid_signature");
    expect(refusalOf(await at(accounts[0].path.replace("twilio", "http"), tokens[0]))).toBe("404 not_found");
    expect(refusalOf(await at(`/api/external/twilio/${crypto.randomUUID()}`, tokens[0]))).toBe("404 not_found");
    expect(refusalOf(await at("/api/external/twilio/default", tokens[0]))).toBe("404 not_found");
  });

  test("opt a sender out for the team by a keyword at either path", async () => {
    const { client, accounts, numbers } = await signInWithTwo();
    const phone = uniquePhone();
    await deliver(`${accounts[1].path}/inbound`, inboundForm(phone, numbers[1], "STOP"), tokens[1]);

    const refused = await client.raw("sendText", { body: { phone_number: phone, message: "x", sender: numbers[0] } });

    expect(refusalOf(refused)).toBe("409 recipient_opted_out");
    const [record] = await app.em().execute("select provider_account_id from callback order by sequence desc limit 1");
    expect(record).toEqual({ provider_account_id: accounts[1].id });
  });

  test("send passcodes and waiting texts by the same accounts", async () => {
    const { client, team, accounts, numbers } = await signInWithTwo();
    const [phone, later] = [uniquePhone(), uniquePhone()];

    const { otpId } = await client.generateOtp({ body: { phone, recipient_id: "user" } });
    expect(carriers[0].requestsTo(phone)[0]!.form).toMatchObject({
      From: numbers[0],
      StatusCallback: `${callbackBaseUrl}${accounts[0].path}/status?otpId=${otpId}&team=${team.id}`,
    });

    const sendAt = new Date(Date.now() + 3_600_000).toISOString();
    await client.sendMessage({ body: { phone_number: later, message: "later", sender: numbers[1], sendAt } as never });
    await app
      .em()
      .execute(
        "update pending_message set send_at = (send_at at time zone 'UTC' - interval '2 hours') at time zone 'UTC' where team_id = ?",
        [team.id],
      );
    await app.dispatch();
    expect(carriers[1].requestsTo(later)).toHaveLength(1);
    expect(app.provider.texts.some(({ teamId }) => teamId === team.id)).toBe(false);
  });
});

describe("a number", () => {
  test("without an account is sent for by the carrier of the environment", async () => {
    const { client, number } = await app.signIn();
    await add(0);

    const { textId } = await send(client, number);

    expect(app.provider.texts.map(({ id }) => id)).toContain(textId);
  });

  test("follows a change at every process once it has read the accounts again", async () => {
    const { client, number, team } = await app.signIn();
    const [first, second] = [await add(0), await add(1)];
    await first.sendFor(number);
    await neighbour.accounts.refresh();
    await second.sendFor(number);

    expect(neighbour.accounts.accountOf(number)?.name).toBe(first.name);
    await neighbour.accounts.refresh();
    expect(neighbour.accounts.accountOf(number)?.name).toBe(second.name);
    const phone = uniquePhone();
    await send(client, number, phone);
    expect(requestsOf(carriers, phone)).toEqual([0, 1]);
    expect(team.id).toBeTruthy();
  });

  test("uses new settings of its account, and the statuses of earlier texts still arrive", async () => {
    const { client, number } = await app.signIn();
    const account = await add(0);
    await account.sendFor(number);
    const sid = newSid();
    carriers[0].behaviour = answer(201, { sid });
    const { textId } = await send(client, number);

    await account.update({ authToken: "a newer token" });

    const report = (token: string) => deliver(`${account.path}/status`, statusForm(number, sid, "delivered"), token);
    expect(refusalOf(await report(tokens[0]))).toBe("401 invalid_signature");
    expect((await report("a newer token")).status).toBe(200);
    await app.jobs.drain();
    expect((await readMessage(client, textId)).status).toBe("delivered");
    const phone = uniquePhone();
    await send(client, number, phone);
    const basic = `Basic ${Buffer.from("AC0:a newer token").toString("base64")}`;
    expect(carriers[0].requestsTo(phone)[0]!.headers.authorization).toBe(basic);
  });
});

test("beside the simulated carrier, a number with an account is sent for by its carrier, and live handsets are off", async () => {
  const { client, number, team } = await simulated.signIn();
  const account = await add(0, simulated);
  const spare = await buildBusinessNumber(simulated.em(), { team });
  await account.sendFor(number);
  const phone = uniquePhone();

  await send(client, number, phone);
  const { textId, status } = await send(client, spare.phoneNumber);

  expect(carriers[0].requestsTo(phone)).toHaveLength(1);
  expect(status).toBe("queued");
  await simulated.deliver();
  expect((await readMessage(client, textId)).status).toBe("delivered");
  expect(refusalOf(await client.raw("listSimulatedTexts", { query: {} }))).toBe("404 not_found");
});

test("a text that was stored before its number got its first account stays with the simulated carrier", async () => {
  const { client, number } = await simulated.signIn();
  const account = await add(0, simulated);
  await account.sendFor(number);
  const phone = uniquePhone();
  const areUsed = vi.spyOn(simulated.accounts, "areUsed").mockReturnValue(false);

  const { textId } = await send(client, number, phone);
  areUsed.mockRestore();

  expect(requestsOf(carriers, phone)).toEqual([0, 0]);
  await simulated.deliver();
  expect((await readMessage(client, textId)).status).toBe("delivered");
});

/** How many requests for texts to a phone each carrier has read. */
const requestsOf = (servers: readonly FakeServer[], phone: string) =>
  servers.map((server) => server.requestsTo(phone).length);
