import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { environmentOf, runInProcess } from "../support/cli.ts";
import type { Settings } from "../support/process.ts";

type Reply = (request: IncomingMessage, response: ServerResponse) => unknown;

/** The server's reactions to the requests, in their order. Later requests succeed. */
let replies: Reply[] = [];
let seen: { key: string | undefined; apiKey: string | undefined }[] = [];

const server = createServer((request, response) => {
  seen.push({
    key: request.headers["idempotency-key"] as string | undefined,
    apiKey: request.headers["x-api-key"] as string | undefined,
  });
  (replies.shift() ?? answer(200, { textId: "t1", threads: [], nextCursor: null }))(request, response);
});

let url: string;
let env: Settings;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  env = environmentOf(url, "mk_key");
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  replies = [];
  seen = [];
});

function answer(status: number, body: object, headers: Record<string, string> = {}): Reply {
  return (_, response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

const refuse = (status: number, error: string, headers?: Record<string, string>) =>
  answer(status, { success: false, error, message: "no" }, headers);

const hangUp: Reply = (request) => request.socket.destroy();

const send = (...argv: string[]) => runInProcess(["send", "+12025550123", "hi", ...argv], { env });

test.each<[string, Reply, RegExp]>([
  ["rate_limited", refuse(429, "rate_limited", { "retry-after": "0" }), /^rate limited; retrying in 0 s\n$/],
  [
    "an unavailable server",
    refuse(503, "server_error"),
    /^the server is unavailable \(HTTP 503\); retrying in 0.25 s\n$/,
  ],
  ["a proxy without a server", (_, response) => response.writeHead(502).end("<html>"), /HTTP 502/],
  ["a lost connection", hangUp, /; retrying in 0.25 s\n$/],
])("a write is retried after %s, with the same idempotency key", async (_, reply, says) => {
  replies = [reply];
  expect(await send("-o", "id")).toEqual({ code: 0, stdout: "t1\n", stderr: expect.stringMatching(says) });
  expect(seen).toHaveLength(2);
  expect(seen[0]!.key).toMatch(/^[0-9a-f-]{36}$/);
  expect(seen[1]!.key).toBe(seen[0]!.key);
});

test("a write is retried while the first request is in progress", async () => {
  replies = [refuse(409, "idempotency_in_progress")];
  expect(await send("--idempotency-key", "mine")).toMatchObject({ code: 0 });
  expect(seen.map(({ key }) => key)).toEqual(["mine", "mine"]);
});

test("each write has its own idempotency key, and a read has no key", async () => {
  await send();
  await send();
  await runInProcess(["threads", "list"], { env });
  expect(new Set(seen.map(({ key }) => key)).size).toBe(3);
  expect(seen[2]!.key).toBeUndefined();
});

test.each([
  [502, "message_failed", 8],
  [500, "server_error", 8],
  [409, "recipient_opted_out", 6],
  [422, "invalid_phone", 3],
  [401, "missing_team_context", 4],
])("a %i %s is not retried", async (status, error, code) => {
  replies = [refuse(status, error)];
  expect(await send()).toMatchObject({ code, stdout: "" });
  expect(seen).toHaveLength(1);
});

test("Retry-After is not waited for if it exceeds --timeout", async () => {
  replies = [refuse(429, "rate_limited", { "retry-after": "30" })];
  expect(await send("--timeout", "5")).toMatchObject({
    code: 7,
    stderr: expect.stringMatching(/^error\[rate_limited\]/),
  });
  expect(seen).toHaveLength(1);
});

test("nothing is retried with --no-retry", async () => {
  replies = [refuse(503, "server_error")];
  expect(await send("--no-retry")).toMatchObject({ code: 8 });
  expect(seen).toHaveLength(1);
});

test("after a timeout, a hint shows how to retry the write safely", async () => {
  replies = [() => {}];
  const { code, stdout, stderr } = await send("--timeout", "0.2", "--idempotency-key", "order-7");
  expect({ code, stdout }).toEqual({ code: 8, stdout: "" });
  expect(stderr).toMatch(
    /^error: No response from http:\S+: timed out after 0.2 s\.\n.*retry safely, add --idempotency-key order-7\n$/,
  );
});

test("a refused connection has no hint about retries, because nothing was sent", async () => {
  const closed = createServer().listen(0, "127.0.0.1");
  await once(closed, "listening");
  const MESSAGING_URL = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`;
  await new Promise((resolve) => closed.close(resolve));

  const { code, stderr } = await runInProcess(["send", "+12025550123", "hi", "--no-retry"], {
    env: { ...env, MESSAGING_URL },
  });
  expect(code).toBe(8);
  expect(stderr).toMatch(/: ECONNREFUSED\.\n.*Is the server running\?/);
  expect(stderr).not.toContain("--idempotency-key");
});

test("a redirect is not followed, so that the key does not reach another server", async () => {
  replies = [(_, response) => response.writeHead(307, { location: `${url}/elsewhere` }).end()];
  expect(await send()).toMatchObject({ code: 8, stderr: expect.stringContaining(`${url}/elsewhere`) });
  expect(seen).toHaveLength(1);
});

test("--test adds the suffix once", async () => {
  await send("--test");
  await runInProcess(["threads", "list", "--test"], { env: { ...env, MESSAGING_API_KEY: "mk_key_test" } });
  expect(seen.map(({ apiKey }) => apiKey)).toEqual(["mk_key_test", "mk_key_test"]);
});

test("a server's error message cannot control a terminal", async () => {
  replies = [answer(409, { error: "x\u001b[2J", message: "a\u009b2Jb\u001b]52;c;ZQ==\u0007", requestId: "r\u202e" })];
  const { stderr } = await runInProcess(["send", "+12025550123", "hi", "--no-color"], { env, isTTY: true });
  expect(stderr).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
});
