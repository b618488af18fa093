import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { loadConfig } from "../../server/config.ts";
import { setTeamStatus } from "../../server/keys/teams.ts";
import { createLog } from "../../server/log.ts";
import { createApp } from "../../server/process/compose.ts";
import { useApp } from "../support/app.ts";
import { createClient, type RawAnswer } from "../support/client.ts";
import { buildKey, type TestTeam, uniquePhone } from "../support/factories.ts";
import { admittedOf, atOnce, leftOf } from "../support/rate-limit.ts";
import { refusalOf } from "../support/refusals.ts";
import { fromNow } from "../support/times.ts";

const rateLimit = { burst: 50, perSecond: 10 };
const app = useApp({ rateLimit });

/** Sets the tokens in the bucket of a team's only used key. Its timestamp is so late that nothing refills it. */
async function freezeBucket(team: TestTeam, tokens: number): Promise<void> {
  await app
    .em()
    .execute("update rate_bucket set tokens = ?, refilled_at = ? where team_id = ?", [
      tokens,
      await fromNow(app.em(), 24 * 60 * 60),
      team.id,
    ]);
}

/** Lets a frozen bucket have been left alone for some seconds, until now. */
async function ageBucket(team: TestTeam, seconds: number): Promise<void> {
  await app
    .em()
    .execute("update rate_bucket set refilled_at = ? where team_id = ?", [await fromNow(app.em(), -seconds), team.id]);
}

/** Creates a team whose key has this many tokens and gets no more. */
async function signInWith(tokens: number) {
  const session = await app.signIn();
  await session.client.listThreads();
  await freezeBucket(session.team, tokens);
  return session;
}

test("by default the burst is 50 and the refill 10 a second", () => {
  expect(loadConfig({}, {}).rateLimit).toEqual(rateLimit);
  const own = { RATE_LIMIT_BURST: "3", RATE_LIMIT_PER_SECOND: "0.5" };
  expect(loadConfig(own, {}).rateLimit).toEqual({ burst: 3, perSecond: 0.5 });
});

test("a new key may make 50 requests at once", async () => {
  const { client } = await app.signIn();
  const started = performance.now();

  const answers = await atOnce(120, client);

  const refilled = Math.floor(((performance.now() - started) / 1000) * rateLimit.perSecond);
  expect(admittedOf(answers).length).toBeGreaterThanOrEqual(50);
  expect(admittedOf(answers).length).toBeLessThanOrEqual(50 + refilled);
  for (const answer of answers) if (answer.status !== 200) expect(refusalOf(answer)).toBe("429 rate_limited");
});

test("the tokens in the bucket admit exactly that many of 200 concurrent requests, one token each", async () => {
  const { client } = await signInWith(50);

  const answers = await atOnce(200, client);

  const left = admittedOf(answers).map(leftOf);
  expect(left.toSorted((a, b) => b - a)).toEqual(Array.from({ length: 50 }, (_, index) => 49 - index));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(150);
});

test("all processes on a database share the bucket", async () => {
  const { key, client } = await signInWith(50);
  const log = createLog("silent");
  const { server, drain } = await createApp({
    database: app.database,
    log,
    rateLimit,
    secretKey: "another process, the same database",
    webhookClientSecret: "a token of the tests",
    publicUrl: (port) => `http://127.0.0.1:${port}`,
    checkAnswers: true,
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const second = createClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, key);
    expect(admittedOf(await atOnce(200, client, second))).toHaveLength(50);
  } finally {
    server.closeAllConnections();
    await drain();
  }
});

test("every second adds ten tokens", async () => {
  const { client, team } = await signInWith(0);
  expect(admittedOf(await atOnce(3, client))).toEqual([]);
  const started = performance.now();

  await ageBucket(team, 1);
  const answers = await atOnce(60, client);

  const meanwhile = Math.floor(((performance.now() - started) / 1000) * rateLimit.perSecond);
  expect(admittedOf(answers).length).toBeGreaterThanOrEqual(10);
  expect(admittedOf(answers).length).toBeLessThanOrEqual(10 + meanwhile);
});

test("an answer shows the policy, the remaining tokens, and the seconds until the bucket is full", async () => {
  const { client } = await signInWith(23);

  const headersOf = ({ headers }: RawAnswer) => [headers.get("ratelimit-policy"), headers.get("ratelimit")];
  expect(headersOf(await client.raw("listThreads"))).toEqual(['"default";q=50;w=5', '"default";r=22;t=3']);
  expect(headersOf(await client.raw("listThreads"))).toEqual(['"default";q=50;w=5', '"default";r=21;t=3']);
  expect(headersOf(await client.raw("listThreads"))).toEqual(['"default";q=50;w=5', '"default";r=20;t=3']);
  expect(headersOf(await client.raw("listThreads"))).toEqual(['"default";q=50;w=5', '"default";r=19;t=4']);
});

test("every answer to a valid key has the headers, errors too", async () => {
  const { client, team } = await signInWith(50);
  const unknown = { path: { id: "none" } };
  const expected = new Map([
    [await client.raw("sendText", { body: { phone_number: uniquePhone(), message: "hello" } }), 200],
    [await client.raw("getThread", unknown), 404],
    [await client.raw("sendText", { body: {} }), 422],
    [await client.raw("sendText", { body: {}, idempotencyKey: "" }), 400],
    [await client.raw("createBusinessNumber", { body: { name: "x", phoneNumber: uniquePhone() } }), 422],
    [await client.raw("sendText", { body: { phone_number: "+15005550001", message: "hello" } }), 200],
    [await client.inTestMode().raw("sendText", { body: { phone_number: "+15005550001", message: "hello" } }), 502],
    [await client.inTestMode().raw("sendText", { body: { phone_number: "+15005550004", message: "hello" } }), 409],
  ]);
  await setTeamStatus(app.em(), team.name, "suspended");
  expected.set(await client.raw("listThreads"), 403);
  await freezeBucket(team, 0);
  expected.set(await client.raw("listThreads"), 429);

  for (const [{ status, text, headers }, wanted] of expected) {
    expect(status, text).toBe(wanted);
    expect(headers.get("ratelimit-policy"), text).toBe('"default";q=50;w=5');
    expect(headers.get("ratelimit"), text).toMatch(/^"default";r=\d+;t=\d+$/);
  }
});

test("a refusal says when to retry, in whole seconds and at least one, and a token is available then", async () => {
  const { client, team } = await signInWith(0);

  const refused = await client.raw("listThreads");

  expect(refusalOf(refused)).toBe("429 rate_limited");
  expect(refused.headers.get("ratelimit")).toBe('"default";r=0;t=5');
  expect(refused.headers.get("retry-after")).toBe("1");
  await ageBucket(team, Number(refused.headers.get("retry-after")));
  const admitted = await client.raw("listThreads");
  expect(admitted.status).toBe(200);
  expect(admitted.headers.get("retry-after")).toBeNull();
});

test("a request that exceeds the rate limit has no effect", async () => {
  const { client, team } = await signInWith(0);
  const texts = app.provider.texts.length;

  const refused = await client.raw("sendText", { body: { phone_number: uniquePhone(), message: "hello" } });

  expect(refusalOf(refused)).toBe("429 rate_limited");
  expect(app.provider.texts).toHaveLength(texts);
  await freezeBucket(team, 1);
  expect((await client.listThreads()).threads).toEqual([]);
});

test("live and test mode share one bucket", async () => {
  const { client } = await signInWith(10);

  const answers = await atOnce(40, client, client.inTestMode());

  expect(admittedOf(answers)).toHaveLength(10);
});

test("every key has its own bucket, even keys of one team", async () => {
  const { team, client } = await signInWith(0);
  const sibling = createClient(app.url, await buildKey(app.em(), team));
  const { client: stranger } = await app.signIn();

  expect((await client.raw("listThreads")).status).toBe(429);
  for (const other of [sibling, stranger]) {
    expect((await other.raw("listThreads")).headers.get("ratelimit")).toBe('"default";r=49;t=1');
  }
});

test("a request without a valid key is not limited and has no rate headers", async () => {
  const { client } = await signInWith(0);
  const unknown = createClient(app.url, "unknown");
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => [
      unknown.raw("listThreads"),
      client.raw("getHealth"),
      client.raw("getContract"),
      client.raw("getContractJson"),
      client.raw("getContract30"),
      client.raw("getReadiness"),
      client.request("GET", "/nowhere"),
    ]).flat(),
  );

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 200, 404]));
  for (const { headers } of answers) expect(headers.has("ratelimit") || headers.has("ratelimit-policy")).toBe(false);
});
