import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import type { CountRequest } from "../../server/http/measure.ts";
import { pipeline } from "../../server/http/pipeline.ts";
import { createListener } from "../../server/http/respond.ts";
import { createHttpServer } from "../../server/http/server.ts";
import { createLog } from "../../server/log.ts";
import { allRights } from "../../server/operations/key-rights.ts";
import { defaultLimits } from "../../server/shares/limits.ts";
import { type TestApp, useApp } from "../support/app.ts";
import { inboundForm, postCallback } from "../support/callbacks.ts";
import { createClient, type RawAnswer } from "../support/client.ts";
import { countWaiting } from "../support/database.ts";
import { uniquePhone } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";

const app = useApp({ limits: { maxInFlight: 4 } });
const narrow = useApp({ limits: { maxCallbacks: 1, callbackPatience: 1_000, maxProbes: 1 } });

/** Holds a lock on tables while work is done. */
async function whileLocked(server: TestApp, tables: string, work: () => Promise<void>): Promise<void> {
  await server.em().transactional(async (em) => {
    await em.execute(`lock table ${tables} in access exclusive mode`);
    await work();
  });
}

const waitingOf = (server: TestApp, count: number) =>
  vi.waitFor(async () => expect(await countWaiting(server.database)).toBe(count), { timeout: 5_000 });

test("requests beyond a team's half of the slots are refused with 503, except callbacks, health checks and metrics", async () => {
  const { client, number } = await app.signIn();
  const list = () => client.raw("listThreads");
  let held: Promise<RawAnswer>[] = [];

  await whileLocked(app, "thread", async () => {
    held = [list(), list()];
    await waitingOf(app, 1);
    // Both are in flight: the second waits behind the first on the shared connection for lists.
    const refused = await vi.waitFor(async () => {
      const answer = await client.request("GET", "/api/threads", { signal: AbortSignal.timeout(500) });
      expect(answer.status).toBe(503);
      return answer;
    });
    expect(refusalOf(refused)).toBe("503 server_error");
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(refused.headers.get("x-request-id")).toMatch(/\S/);
    expect((await postCallback(app, "inbound", inboundForm(uniquePhone(), number, "hello"))).status).toBe(200);
    for (const path of ["/healthz", "/readyz", "/metrics"])
      expect((await client.request("GET", path)).status).toBe(200);
  });

  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await list()).status).toBe(200);
  const failures = app.logLines.filter((line) => JSON.parse(line).level === "error");
  expect(failures).toEqual([]);
});

test("a caller that never sends its body takes no slot", async () => {
  const { client } = await app.signIn();
  const head =
    "POST /api/text HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n";
  for (let count = 0; count < 5; count += 1) {
    const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    await new Promise((resolve) => socket.write(head, resolve));
  }

  for (let count = 0; count < 5; count += 1) expect((await client.raw("listThreads")).status).toBe(200);
});

test("callbacks beyond their slots wait, and are refused if no slot becomes free", async () => {
  const { number } = await narrow.signIn();
  const post = () => postCallback(narrow, "inbound", inboundForm(uniquePhone(), number, "hello"));
  let first: Promise<RawAnswer> | undefined;

  await whileLocked(narrow, "callback", async () => {
    first = post();
    await waitingOf(narrow, 1);
    expect(refusalOf(await post())).toBe("503 server_error");
  });

  expect((await first!).status).toBe(200);
  const many = await Promise.all(Array.from({ length: 20 }, post));
  expect(many.map(({ status }) => status)).toEqual(Array(20).fill(200));
});

test.each(["/readyz", "/metrics"])("%s has its own slots", async (path) => {
  const client = createClient(narrow.url, "");
  const answers = await Promise.all(Array.from({ length: 10 }, () => client.request("GET", path)));

  const statuses = answers.map(({ status }) => status);
  expect(statuses).toContain(200);
  expect(statuses).toContain(503);
  const refused = answers.find(({ status }) => status === 503)!;
  expect(refusalOf(refused)).toBe("503 server_error");
  expect(refused.headers.get("retry-after")).toBe("1");
});

test("an idle connection is kept open for the configured time", async () => {
  const answer = await fetch(`${app.url}/healthz`);

  expect(answer.headers.get("keep-alive")).toBe("timeout=75");
  const server = createHttpServer(() => {}, { keepAliveSeconds: 120 });
  expect([server.keepAliveTimeout, server.requestTimeout, server.headersTimeout]).toEqual([120_000, 30_000, 15_000]);
});

test("a request whose body is too slow is refused, and its connection is closed", async () => {
  const server = createHttpServer(async (req) => void (await text(req).catch(() => {})), {
    keepAliveSeconds: 75,
    requestSeconds: 0.3,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");

  socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf");

  expect(await text(socket)).toMatch(/^HTTP\/1.1 400 [\s\S]*"error":"validation_error"[\s\S]*in time/);
});

test("an answer that cannot be serialized is a server_error in the error shape", async () => {
  const counted: number[] = [];
  const circular: Record<string, unknown> = {};
  circular.self = circular;

  const { answer, logLevels } = await answerOf(circular, ({ status }) => counted.push(status));

  expect(refusalOf(answer)).toBe("500 server_error");
  expect(counted).toEqual([500]);
  expect(logLevels).toEqual(["error", "info"]);
});

test("a failure outside of the error response is a server_error in the error shape, too", async () => {
  const { answer, logLevels } = await answerOf({}, () => {
    throw new Error("The request cannot be counted.");
  });

  expect(refusalOf(answer)).toBe("500 server_error");
  expect(logLevels).toEqual(["info", "error"]);
});

/** Answers one request, whose handler returns `body`, with the whole pipeline and no database. */
async function answerOf(body: unknown, countRequest: CountRequest) {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => lines.push(line) });
  const admission = { teamId: "t", apiKeyId: "k", rights: allRights, testMode: true, licensed: true };
  const middleware = pipeline({
    limits: defaultLimits,
    log,
    checkAnswers: false,
    countRequest,
    tracing: undefined,
    streams: {} as never,
    waits: {} as never,
    hookTokens: async () => [],
    rateLimit: { burst: 1, perSecond: 1 },
    contract: { invoke: async () => ({ status: 200, body, replayed: false }) },
    dialectOf: () => undefined,
    trustedProxies: [],
    publicUrl: () => "",
    callbackUrls: () => [],
    admission: async () => ({ ...admission, now: "", remaining: 1, secondsUntilFull: 1, retryAfterSeconds: undefined }),
    callerOf: () => ({}) as never,
    openScope: {} as never,
  });
  const server = createServer(createListener(middleware, { log, isDraining: () => false })).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const answer = await createClient(`http://127.0.0.1:${port}`, "key").raw("listThreads");
  return { answer, logLevels: lines.map((line) => JSON.parse(line).level) };
}
