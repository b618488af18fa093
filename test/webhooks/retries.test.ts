import { beforeEach, expect, test, vi } from "vitest";
import type { SentText } from "../../generated/api.ts";
import { plusMicroseconds } from "../../server/db/timestamp.ts";
import { useApp } from "../support/app.ts";
import type { TestTeam } from "../support/factories.ts";
import { uniquePhone } from "../support/factories.ts";
import {
  answer,
  type Behaviour,
  closeWithoutAnswer,
  createFakeServer,
  hang,
  reset,
  useFakeServer,
  writeBytes,
} from "../support/fake-server.ts";
import { makeDue, readDelivery, receiveText, useDeliverer } from "../support/webhooks.ts";

const app = useApp();
const target = useFakeServer();
const { logLines } = useDeliverer(app);

beforeEach(() => {
  target.behaviour = answer(200, "");
});

/** Begins an answer, and resets the connection once that has arrived. */
const breakOff =
  (status: number): Behaviour =>
  (_, response) => {
    response.writeHead(status, { "content-length": "100" }).write("{");
    setTimeout(() => response.socket?.resetAndDestroy(), 50);
  };

let serial = 0;

/** A reply on its way to a path of the target that no other call gives. */
async function reply(url?: string) {
  const { client, team } = await app.signIn();
  serial += 1;
  const path = `/${serial}`;
  const sent: SentText = await client.sendText({
    body: { phone_number: uniquePhone(), message: "hello", replyWebhookUrl: url ?? `${target.url}${path}` },
  });
  const messageId = await receiveText(app, team, sent);
  return { team, messageId, posts: () => target.requests.filter((request) => request.path === path) };
}

/** The delivery of a message, once so many attempts at it were made. */
async function attempted(team: TestTeam, messageId: string, attempts: number) {
  await vi.waitFor(async () => expect((await readDelivery(app, team, messageId)).attempts).toHaveLength(attempts), {
    timeout: 5_000,
  });
  return readDelivery(app, team, messageId);
}

test("a refused post is repeated by the schedule, and finally given up", async () => {
  target.behaviour = answer(500, "not now");
  const { team, messageId, posts } = await reply();

  const delays: number[] = [];
  for (let count = 1; count <= 8; count++) {
    const { status, attemptCount, nextAttemptAt, attempts } = await attempted(team, messageId, count);
    const { startedAt, durationMilliseconds, ...last } = attempts.at(-1)!;
    expect(last).toEqual({ number: count, status: 500, error: null, answer: "not now" });
    expect({ attemptCount, status }).toEqual({ attemptCount: count, status: count < 8 ? "pending" : "failed" });
    if (!nextAttemptAt) break;
    const ended = plusMicroseconds(startedAt, durationMilliseconds * 1_000);
    delays.push((Date.parse(nextAttemptAt) - Date.parse(ended)) / 1_000);
    expect(await makeDue(app, team)).toBeCloseTo(delays.at(-1)!, -0.5);
  }

  const [minute, hour] = [60, 3_600];
  expect(delays).toEqual([5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour]);
  expect(await makeDue(app, team)).toBeUndefined();
  const [first, ...later] = posts();
  expect(later).toHaveLength(7);
  for (const { headers, body } of later) {
    expect(body).toBe(first!.body);
    expect(headers["webhook-id"]).toBe(first!.headers["webhook-id"]);
  }
});

test("each attempt is signed with its own timestamp", async () => {
  target.behaviour = answer(500, "");
  const { team, messageId, posts } = await reply();
  await attempted(team, messageId, 1);
  await app.em().execute("select pg_sleep(1.1)");

  await makeDue(app, team);
  await attempted(team, messageId, 2);

  const [first, second] = posts().map(({ headers }) => headers);
  expect(Number(second!["webhook-timestamp"])).toBeGreaterThan(Number(first!["webhook-timestamp"]));
  expect(second!["webhook-signature"]).not.toBe(first!["webhook-signature"]);
});

test("a post that is finally accepted is not repeated", async () => {
  target.behaviour = answer(503, "");
  const { team, messageId } = await reply();
  await attempted(team, messageId, 1);
  target.behaviour = answer(200, "ok");
  await makeDue(app, team);

  expect(await attempted(team, messageId, 2)).toMatchObject({
    status: "delivered",
    nextAttemptAt: null,
    attempts: [{ status: 503 }, { status: 200, answer: "ok" }],
  });
  expect(await makeDue(app, team)).toBeUndefined();
});

test("status 410 ends the delivery at once", async () => {
  target.behaviour = answer(410, "gone");
  const { team, messageId } = await reply();

  expect(await attempted(team, messageId, 1)).toMatchObject({ status: "failed", nextAttemptAt: null });
  expect(await makeDue(app, team)).toBeUndefined();
});

test.each([300, 301, 302, 303, 307, 308])("a redirect of %i is not followed and is not a success", async (status) => {
  const elsewhere = await createFakeServer();
  target.behaviour = answer(status, "", { location: `${elsewhere.url}/internal` });
  const { team, messageId, posts } = await reply();

  expect(await attempted(team, messageId, 1)).toMatchObject({ status: "pending", attempts: [{ status }] });
  expect(posts()).toHaveLength(1);
  expect(elsewhere.connections.opened).toBe(0);
  await elsewhere.close();
});

test.each<[string, Behaviour, object]>([
  ["a status of 4xx", answer(404, "no"), { status: 404, answer: "no" }],
  ["no answer", hang, { status: null, error: "timeout" }],
  ["a reset", reset, { status: null, error: "ECONNRESET" }],
  ["a connection that is closed", closeWithoutAnswer, { status: null, error: "ECONNRESET" }],
  ["bytes that are not HTTP", writeBytes("hello\r\n\r\n"), { status: null, error: "HPE_INVALID_CONSTANT" }],
  [
    "endless headers",
    (_, { socket }) => socket?.write(`HTTP/1.1 200 OK\r\nX: ${"x".repeat(100_000)}`),
    { status: null, error: "HPE_HEADER_OVERFLOW" },
  ],
  ["a reset in the body of an error", breakOff(500), { status: 500, answer: "{" }],
  ["only an early hint", (_, response) => response.writeProcessing(), { status: null, error: "timeout" }],
])("%s is recorded as an attempt and retried", async (_, behaviour, written) => {
  target.behaviour = behaviour;
  const { team, messageId } = await reply();

  const delivery = await attempted(team, messageId, 1);

  expect(delivery).toMatchObject({ status: "pending", attempts: [{ number: 1, ...written }] });
  expect(delivery.attempts[0]!.durationMilliseconds).toBeLessThan(2_000);
});

test("an unreachable target or an unknown name is retried", async () => {
  const gone = await createFakeServer();
  await gone.close();
  for (const [url, error] of [
    [gone.url, "ECONNREFUSED"],
    [gone.url.replace("127.0.0.1", "localhost"), "ECONNREFUSED"],
    ["https://nobody.example/", "ENOTFOUND"],
  ] as const) {
    const { team, messageId } = await reply(url);
    expect(await attempted(team, messageId, 1)).toMatchObject({ status: "pending", attempts: [{ error }] });
  }
});

test("an https target without TLS fails", async () => {
  const { team, messageId } = await reply(target.url.replace("http:", "https:"));

  const { status, attempts } = await attempted(team, messageId, 1);

  expect({ status, error: attempts[0]!.error }).toEqual({
    status: "pending",
    error: expect.stringMatching(/SSL|EPROTO/),
  });
});

test("a 2xx is a success with any body", async () => {
  for (const behaviour of [breakOff(200), answer(200, "\0 nul")]) {
    target.behaviour = behaviour;
    const { team, messageId } = await reply();
    expect(await attempted(team, messageId, 1)).toMatchObject({ status: "delivered" });
  }
});

test("attempts are logged with the host, and with nothing else of the URL", async () => {
  const secret = "a-secret-of-the-address";
  const { host } = new URL(target.url);
  target.behaviour = answer(500, secret);
  const { team, messageId, posts } = await reply(`http://user:${secret}@${host}/${secret}?token=${secret}#${secret}`);
  const { id } = await attempted(team, messageId, 1);
  expect(posts()).toEqual([]);

  const lines = logLines.map((line) => JSON.parse(line)).filter(({ deliveryId }) => deliveryId === id);
  expect(lines).toMatchObject([
    { level: "info", msg: "reply webhook posted", teamId: team.id, attempt: 1, host, status: 500 },
  ]);
  expect(logLines.join("")).not.toContain(secret);
  expect(logLines.join("")).not.toContain("whsec_");
  const others = [
    await app.em().execute("select * from pgboss.job"),
    await app.em().execute("select * from webhook_target"),
  ];
  expect(JSON.stringify(others)).not.toContain(secret);
});
