import { beforeEach, describe, expect, test } from "vitest";
import { backfill as backfillOf } from "../../server/inbound/backfill/backfill.ts";
import { listCallbacks } from "../../server/inbound/list-callbacks.ts";
import { readHashers } from "../../server/opt-outs/erased/find-hashers.ts";
import { openHistories } from "../../server/provider-accounts/histories.ts";
import { createPhoneHashes } from "../../server/secrets/phone-hashes.ts";
import { useApp } from "../support/app.ts";
import { inboundForm, newSid, postCallback } from "../support/callbacks.ts";
import { runInProcess } from "../support/cli.ts";
import type { Client } from "../support/client.ts";
import { finish } from "../support/erasures.ts";
import { buildBusinessNumber, uniquePhone } from "../support/factories.ts";
import { createFakeAccount, type FakeAccount, type FakeMessage } from "../support/fake-account.ts";
import { answer, useFakeServer } from "../support/fake-server.ts";
import { secretKey } from "../support/passcodes.ts";
import { noSettings, type Settings, settingsFor } from "../support/process.ts";
import { buildAccount, sealer } from "../support/provider-accounts.ts";
import { refusalOf } from "../support/refusals.ts";
import { tablesWith } from "../support/tables-with.ts";

const app = useApp();
const server = useFakeServer();
const other = useFakeServer();

let carrier: FakeAccount;
beforeEach(async () => {
  carrier = createFakeAccount(server);
  await app.em().execute("update installation set lost_since = null");
});

const hourMilliseconds = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hourMilliseconds);
const since = () => ago(20).toISOString();

const env = (): Settings => ({
  ...noSettings,
  ...settingsFor(app.database),
  SECRET_KEY: secretKey,
  ...carrier.settings,
});

/** Runs the command. */
async function run(...options: string[]) {
  const argv = ["callbacks", "backfill", ...(options.includes("--since") ? [] : ["--since", since()]), ...options];
  const { code, stdout, stderr } = await runInProcess(argv, { env: env() });
  return { code, stderr, found: stdout ? JSON.parse(stdout) : [] };
}

/** Does the work of the command for a carrier, and then that of the jobs. Returns what was missing. */
async function backfill(name = "default") {
  const { orm } = app.database;
  const authToken = carrier.settings.WEBHOOK_CLIENT_SECRET!;
  const provider = { kind: "twilio", accountSid: "AC1", authToken, baseUrl: `${server.url}/base` } as const;
  const carriers = await openHistories(app.em(), sealer, provider);
  const { history, ...rest } = carriers.find((each) => each.name === name)!;
  const findHashers = readHashers(createPhoneHashes(sealer));
  const options = { orm, carriers, findHashers, since: since(), until: new Date().toISOString(), dryRun: false };
  const found = await backfillOf({ ...rest, history: history! }, options);
  await app.jobs.drain();
  return found;
}

/** A text in the carrier's list, whose callback did not arrive. */
function lose(text: Partial<FakeMessage> & Pick<FakeMessage, "from" | "to">, hours = 10): FakeMessage {
  const sid = text.sid ?? newSid();
  const lost: FakeMessage = {
    direction: "inbound",
    body: "hello",
    status: "received",
    error_code: null,
    num_media: "0",
    date_sent: ago(hours).toUTCString(),
    subresource_uris: { media: `/2010-04-01/Accounts/AC1/Messages/${sid}/Media.json` },
    ...text,
    sid,
  };
  carrier.messages.push(lost);
  return lost;
}

const send = (client: Client, phone: string) =>
  client.raw("sendText", { body: { phone_number: phone, message: "hello" } });

async function readTexts(client: Client) {
  const { threads } = await client.listThreads();
  const lists = threads.map(({ id }) => client.listThreadMessages({ path: { id } }));
  return (await Promise.all(lists)).flatMap(({ messages }) => messages.map(({ body }) => body));
}

describe("texts whose callbacks did not arrive", () => {
  test("are stored with the carrier's ids, and a STOP among them counts", async () => {
    const { client, number } = await app.signIn();
    const phone = uniquePhone();
    const stop = lose({ from: phone, to: number, body: "STOP" });
    for (let count = 0; count < 4; count += 1) lose({ from: phone, to: number, body: `text ${count}` }, 9);
    expect((await send(client, uniquePhone())).status).toBe(200);

    expect(await backfill()).toEqual({ listed: 5, texts: 5, keywords: 1, statuses: 0 });

    expect(refusalOf(await send(client, phone))).toBe("409 recipient_opted_out");
    expect((await readTexts(client)).toSorted()).toEqual(["STOP", "hello", "text 0", "text 1", "text 2", "text 3"]);
    const { decidedBy } = await client.getConsent({ path: { phone } });
    expect(decidedBy).toMatchObject({
      source: "keyword",
      occurredAt: new Date(stop.date_sent).toISOString().replace("Z", "000Z"),
    });
  });

  test("change nothing a second time: in another run, in two at once, and if the callback comes after all", async () => {
    const { client, number } = await app.signIn();
    const [phone, sid] = [uniquePhone(), newSid()];
    lose({ from: phone, to: number, body: "STOP", sid });
    lose({ from: phone, to: number, body: "why?" });

    await Promise.all([backfill(), backfill()]);
    const again = await backfill();
    await postCallback(app, "inbound", inboundForm(phone, number, "STOP", sid));
    await app.jobs.drain();

    expect(again).toMatchObject({ listed: 2, texts: 0 });
    expect((await readTexts(client)).toSorted()).toEqual(["STOP", "why?"]);
    expect((await client.listConsents({ query: { phone } })).consents).toHaveLength(1);
  });

  test("are recorded in the order in which they were sent", async () => {
    const { client, number } = await app.signIn();
    const [stays, leaves] = [uniquePhone(), uniquePhone()];
    lose({ from: stays, to: number, body: "START" }, 8);
    lose({ from: leaves, to: number, body: "STOP" }, 8);
    lose({ from: stays, to: number, body: "STOP" }, 9);
    lose({ from: leaves, to: number, body: "START" }, 9);

    await backfill();

    expect((await send(client, stays)).status).toBe(200);
    expect(refusalOf(await send(client, leaves))).toBe("409 recipient_opted_out");
  });

  test("do not undo what their senders have said since", async () => {
    const { client, number } = await app.signIn();
    const [stays, leaves] = [uniquePhone(), uniquePhone()];
    await postCallback(app, "inbound", inboundForm(leaves, number, "STOP"));
    await postCallback(app, "inbound", inboundForm(stays, number, "START"));
    lose({ from: leaves, to: number, body: "START" });
    lose({ from: stays, to: number, body: "STOP" });

    expect(await backfill()).toMatchObject({ keywords: 2 });

    expect(refusalOf(await send(client, leaves))).toBe("409 recipient_opted_out");
    expect((await send(client, stays)).status).toBe(200);
    expect(await readTexts(client)).toHaveLength(5);
  });

  test("of a phone that was erased later are not stored, and only an opt-out among them counts", async () => {
    const { client, team, number } = await app.signIn();
    const [left, stayed, had] = [uniquePhone(), uniquePhone(), uniquePhone()];
    await postCallback(app, "inbound", inboundForm(had, number, "STOP"));
    await app.jobs.drain();
    for (const phone of [left, stayed, had]) await client.createErasure({ body: { phone } });
    await finish(app, team);
    await app.em().execute("update erasure set requested_at = ? where team_id = ?", [ago(1).toISOString(), team.id]);
    lose({ from: left, to: number, body: "STOP" });
    lose({ from: left, to: number, body: "my name is" }, 9);
    lose({ from: stayed, to: number, body: "hello again" });
    lose({ from: stayed, to: number, body: "since the erasure" }, 0.5);
    lose({ from: had, to: number, body: "START" });

    expect(await backfill()).toEqual({ listed: 5, texts: 1, keywords: 1, statuses: 0 });

    for (const phone of [left, had]) {
      expect(refusalOf(await send(client, phone))).toBe("409 recipient_opted_out");
      expect((await client.getConsent({ path: { phone } })).state).toBe("opted_out");
    }
    expect(await readTexts(client)).toEqual(["since the erasure"]);
    for (const text of [left, had, "my name is", "hello again"]) expect(await tablesWith(app.em(), text)).toEqual([]);
    expect(await backfill()).toMatchObject({ texts: 0, keywords: 0 });
    expect((await send(client, stayed)).status).toBe(200);
  });

  test("that opt an erased phone out do not undo what it has said since", async () => {
    const { client, team, number } = await app.signIn();
    const phone = uniquePhone();
    await client.createErasure({ body: { phone } });
    await finish(app, team);
    await app.em().execute("update erasure set requested_at = ? where team_id = ?", [ago(2).toISOString(), team.id]);
    lose({ from: phone, to: number, body: "STOP" });
    lose({ from: phone, to: number, body: "START" }, 1);

    await backfill();
    expect((await send(client, phone)).status).toBe(200);
    expect(await backfill()).toMatchObject({ texts: 0, keywords: 0 });
    await client.createErasure({ body: { phone } });
    await finish(app, team);
    await app.em().execute("update erasure set requested_at = ? where team_id = ?", [ago(0.5).toISOString(), team.id]);

    expect(await backfill()).toMatchObject({ texts: 0, keywords: 0 });
    expect((await send(client, phone)).status).toBe(200);
    expect((await client.getConsent({ path: { phone } })).state).toBe("opted_in");
  });

  test("get no automatic reply, which would be too late", async () => {
    const { number, team } = await app.signIn();
    await app
      .em()
      .execute(`update business_number set auto_replies = '{"optOut": "Bye"}' where team_id = ?`, [team.id]);
    const [late, soon] = [uniquePhone(), uniquePhone()];
    lose({ from: late, to: number, body: "STOP" });
    lose({ from: soon, to: number, body: "STOP" }, 0.01);

    await backfill();
    await app.dispatch();

    const replied = app.provider.texts.filter(({ from }) => from === number).map(({ to }) => to);
    expect(replied).toEqual([soon]);
  });

  test("bring their files", async () => {
    const { client, number } = await app.signIn();
    const { sid } = lose({ from: uniquePhone(), to: number, num_media: "1" });

    await backfill();

    const { threads } = await client.listThreads();
    const { messages } = await client.listThreadMessages({ path: { id: threads[0]!.id } });
    expect(messages[0]!.media).toMatchObject([{ contentType: "image/png" }]);
    const [record] = await listCallbacks(app.em(), { kind: "inbound", limit: 1 });
    const url = `${server.url}/base/2010-04-01/Accounts/AC1/Messages/${sid}/Media/ME1`;
    expect(record).toMatchObject({ providerId: sid, content: { media: [{ url, contentType: "image/png" }] } });
  });

  test("are only counted with --dry-run, and only in the span, and only for our numbers", async () => {
    const { client, number } = await app.signIn();
    lose({ from: uniquePhone(), to: number }, 10);
    lose({ from: uniquePhone(), to: number }, 1);
    lose({ from: uniquePhone(), to: uniquePhone() }, 10);

    const only = ["--provider", "default"];
    const counts = { provider: "default", keywords: 0, statuses: 0 };
    expect((await run("--dry-run", ...only)).found).toEqual([{ ...counts, listed: 3, texts: 2 }]);
    await app.jobs.drain();
    expect(await readTexts(client)).toEqual([]);
    const { found } = await run("--until", ago(2).toISOString(), ...only);
    expect(found).toEqual([{ ...counts, listed: 2, texts: 1 }]);
    await app.jobs.drain();
    expect(await readTexts(client)).toHaveLength(1);
  });

  test("that were received and then deleted stay deleted", async () => {
    const { client, number } = await app.signIn();
    const [phone, sid] = [uniquePhone(), newSid()];
    await postCallback(app, "inbound", inboundForm(phone, number, "forget me", sid));
    await app.jobs.drain();
    const { threads } = await client.listThreads();
    const { messages } = await client.listThreadMessages({ path: { id: threads[0]!.id } });
    await client.deleteMessage({ path: { id: messages[0]!.id } });
    lose({ from: phone, to: number, body: "forget me", sid }, 0);

    expect(await backfill()).toMatchObject({ texts: 0 });

    expect(await readTexts(client)).toEqual([]);
  });
});

test("statuses are taken over where the carrier is further, once", async () => {
  const { client, number } = await app.signIn();
  const texts = await Promise.all(
    [0, 1, 2].map(() => client.sendText({ body: { phone_number: uniquePhone(), message: "x" } })),
  );
  const [delivered, failed, known] = texts;
  const sidOf = async (id: string) =>
    (await app.em().execute("select provider_id from message where id = ?", [id]))[0]!.provider_id;
  const report = async (id: string, status: string, error_code: number | null = null) =>
    lose({ from: number, to: uniquePhone(), direction: "outbound-api", sid: await sidOf(id), status, error_code });
  await app.em().execute("update message set status = 'delivered' where id = ?", [known!.textId]);
  await report(delivered!.textId, "delivered");
  await report(failed!.textId, "undelivered", 30005);
  await report(known!.textId, "sent");

  expect(await backfill()).toEqual({ listed: 3, texts: 0, keywords: 0, statuses: 2 });

  const read = async (id: string) => client.getMessage({ path: { id } });
  expect(await read(delivered!.textId)).toMatchObject({ status: "delivered" });
  expect(await read(failed!.textId)).toMatchObject({ status: "undelivered", errorCode: "30005" });
  expect(await read(known!.textId)).toMatchObject({ status: "delivered" });
  expect(await backfill()).toMatchObject({ statuses: 0 });
});

describe("accounts", () => {
  const addTelnyx = (baseUrl = other.url) =>
    buildAccount(app, "telnyx", { apiKey: "KEY1", publicKey: Buffer.alloc(32).toString("base64"), baseUrl });

  test("of Telnyx list detail records, and each missing text is asked for", async () => {
    const { client, number } = await app.signIn();
    const account = await addTelnyx();
    await account.sendFor(number);
    const phone = uniquePhone();
    const record = { uuid: newSid(), direction: "inbound", cli: phone, cld: number, status: "received" };
    const message = { id: record.uuid, from: { phone_number: phone }, to: [{ phone_number: number }], text: "Stop" };
    const day = ago(10).toISOString();
    other.behaviour = (request, response) => {
      const { pathname, searchParams } = new URL(request.path, "http://localhost");
      const isDay = searchParams.get("filter[created_at][gte]") === day.slice(0, 10);
      const page = Number(searchParams.get("page[number]"));
      const data = isDay && page === 2 ? [{ ...record, created_at: day }] : [];
      const list = { data, meta: { page_number: page, total_pages: isDay ? 2 : 1 } };
      const body = pathname === "/v2/detail_records" ? list : { data: message };
      return answer(request.headers.authorization === "Bearer KEY1" ? 200 : 401, body)(request, response);
    };

    expect(await backfill(account.name)).toEqual({ listed: 1, texts: 1, keywords: 1, statuses: 0 });

    // The hour before `since` may belong to the day before, which is listed first.
    expect(other.requests.map(({ path }) => path)).toContain(`/v2/messages/${record.uuid}`);
    expect(refusalOf(await send(client, phone))).toBe("409 recipient_opted_out");
    expect(await backfill(account.name)).toMatchObject({ texts: 0 });
    other.behaviour = answer(200, {});
  });

  test("that are the same as another one at the carrier do not bring its texts twice", async () => {
    const { client, number } = await app.signIn();
    const settings = {
      accountSid: "AC1",
      authToken: carrier.settings.WEBHOOK_CLIENT_SECRET!,
      baseUrl: `${server.url}/base`,
    };
    const account = await buildAccount(app, "twilio", settings);
    await account.sendFor(number);
    lose({ from: uniquePhone(), to: number, body: "once" });

    await backfill();
    await backfill(account.name);

    expect(await readTexts(client)).toEqual(["once"]);
  });

  test("that refuse, and unknown names and times, end the command with a reason", async () => {
    const refused = await runInProcess(["callbacks", "backfill", "--since", since(), "--provider", "default"], {
      env: { ...env(), WEBHOOK_CLIENT_SECRET: "another token, which is wrong" },
    });
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain("HTTP 401, code 20003");
    expect(refused.stderr).not.toContain("another token");

    expect((await run("--provider", "nobody")).stderr).toContain("no provider nobody");
    // The list begins an hour earlier, so that hour must be in the records, too.
    for (const hours of [24 * 40, 24 * 30 - 0.5]) {
      expect((await run("--since", ago(hours).toISOString())).stderr).toContain("records are kept for 30 days");
    }
    expect((await run("--since", "yesterday")).stderr).toContain("is no time");
    expect(await run("--until", ago(21).toISOString())).toMatchObject({
      code: 2,
      stderr: "error: --until must be later than --since.\n",
    });
  });

  test("that cannot be reached end the command with the cause", async () => {
    const account = await buildAccount(app, "twilio", {
      accountSid: "AC1",
      authToken: "token",
      baseUrl: "http://127.0.0.1:1",
    });

    const { code, stderr } = await run("--provider", account.name);

    expect(code).toBe(8);
    expect(stderr).toMatch(/was not read to the end: (bad port|.*ECONNREFUSED)/);
  });
});

describe("after a restore", () => {
  const isHeld = async () =>
    (await app.em().execute("select from installation where lost_since is not null")).length === 1;

  beforeEach(async () => {
    await app.em().execute("update business_number set provider_account_id = null");
    await app.em().execute("delete from provider_account");
    await app.em().execute("update installation set lost_since = ?", [ago(5).toISOString()]);
  });

  test("live texts stay off unless all carriers were asked, from the time of the backup until now", async () => {
    for (const options of [
      ["--dry-run"],
      ["--until", ago(1).toISOString()],
      ["--provider", "default"],
      ["--since", ago(4).toISOString()],
    ]) {
      expect((await run(...options)).stderr).toContain("Live texts stay off: ask all carriers, with --since");
      expect(await isHeld()).toBe(true);
    }
    await buildAccount(app, "http", { url: "http://127.0.0.1:1" });
    const { found, stderr } = await run();
    expect(found).toContainEqual({
      provider: expect.stringMatching(/^account-/),
      listed: null,
      texts: null,
      keywords: null,
      statuses: null,
    });
    expect(stderr).toContain("Live texts stay off");
    expect(await isHeld()).toBe(true);
  });

  test("live texts are on once they were", async () => {
    const { number } = await app.signIn();
    lose({ from: uniquePhone(), to: number, body: "STOP" });

    const { stderr } = await run();

    expect(stderr).toBe("Live texts are on again.\n");
    expect(await isHeld()).toBe(false);
    expect((await run()).stderr).toBe("");
  });
});

test("the doctor says that callbacks did not arrive, and since when", async () => {
  const { team } = await app.signIn();
  const { phoneNumber } = await buildBusinessNumber(app.em(), { team });
  carrier.add(phoneNumber);
  const examine = async () => {
    const { stdout } = await runInProcess(["doctor"], { env: env() });
    const findings: { check: string; status: string; found: string; todo: string | null }[] = JSON.parse(stdout);
    return findings.find(({ check }) => check === "missed-callbacks");
  };
  expect(await examine()).toMatchObject({ status: "ok" });

  lose({ from: uniquePhone(), to: phoneNumber, body: "too new" }, 0.1);
  const { date_sent } = lose({ from: uniquePhone(), to: phoneNumber }, 1);

  const time = new Date(date_sent).toISOString();
  expect(await examine()).toMatchObject({
    status: "warn",
    found: `1 of today and yesterday, since ${time}`,
    todo: `Run: messaging callbacks backfill --since ${time}`,
  });
  await backfill();
  expect(await examine()).toMatchObject({ status: "ok" });
});
