import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { discardRest } from "../../server/http/discard-rest.ts";
import { useApp } from "../support/app.ts";
import { createClient, type RawAnswer } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";
import { refusalOf } from "../support/refusals.ts";

const app = useApp();
const limited = useApp({ rateLimit: { burst: 50, perSecond: 0.001 } });
const tight = useApp({ limits: { keylessBodies: { bodies: 10, bytes: 4 * 2 ** 20 } } });

const json = { "content-type": "application/json" };
const mebibyte = 2 ** 20;

/** Faults of a body, and the refusal of a request with a valid key. */
const brokenBodies: [what: string, init: RequestInit, refusal: string][] = [
  ["is not JSON", { headers: json, body: "{" }, "400 validation_error"],
  ["is not UTF-8", { headers: json, body: Buffer.from("ff", "hex") }, "400 validation_error"],
  ["is too large", { headers: json, body: " ".repeat(mebibyte + 1) }, "413 payload_too_large"],
  ["is much too large", { headers: json, body: " ".repeat(5 * mebibyte) }, "413 payload_too_large"],
  ["is a form", { body: new URLSearchParams({ message: "hi" }) }, "415 unsupported_media_type"],
  ["has no fields", { headers: json, body: "{}" }, "422 invalid_phone"],
  ["is not an object", { headers: json, body: "[]" }, "422 validation_error"],
];

test.each(brokenBodies)("without a valid key, a body that %s is missing_team_context", async (_, init) => {
  for (const key of ["", "wrong"]) {
    const answer = await createClient(app.url, key).request("POST", "/api/text", init);
    expect(refusalOf(answer), key).toBe("401 missing_team_context");
    expect(answer.headers.has("ratelimit")).toBe(false);
  }
});

test.each(brokenBodies)(
  "with a valid key, a body that %s is refused for that fault, and costs a token",
  async (_, init, refusal) => {
    const { client } = await limited.signIn();
    await client.listThreads();

    const answer = await client.request("POST", "/api/text", init);

    expect(refusalOf(answer)).toBe(refusal);
    expect(answer.headers.get("ratelimit-policy")).toMatch(/^"default";q=50;/);
    expect(answer.headers.get("ratelimit")).toMatch(/^"default";r=48;/);
  },
);

test("an empty key counts as absent in every place, and the next place decides", async () => {
  const { key } = await app.signIn();
  const text = () => ({ phone_number: uniquePhone(), message: "hello" });
  const send = (query: string, headers: Record<string, string>, body: object) =>
    createClient(app.url, "").request("POST", `/api/text${query}`, {
      headers: { ...json, ...headers },
      body: JSON.stringify(body),
    });

  expect((await send("", { authorization: `Bearer ${key}` }, text())).status).toBe(200);
  expect((await send(`?api_key=${key}`, { authorization: "Bearer " }, text())).status).toBe(200);
  expect((await send(`?api_key=&api_key=${key}`, {}, text())).status).toBe(200);
  expect((await send("?api_key=", {}, { ...text(), api_key: key })).status).toBe(200);
  expect(refusalOf(await send("?api_key=", {}, { ...text(), api_key: "" }))).toBe("401 missing_team_context");
});

/** Opens a connection to the server, and collects the received text. */
function dial(url = app.url): { socket: Socket; received: () => string; receive(text: string): Promise<void> } {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  const receive = async (wanted: string) => {
    while (!text.includes(wanted)) await once(socket, "data");
  };
  return { socket, received: () => text, receive };
}

const head = (key: string, ...headers: string[]) =>
  ["POST /api/text HTTP/1.1", "Host: localhost", `X-API-Key: ${key}`, "Content-Type: application/json", ...headers]
    .map((line) => `${line}\r\n`)
    .join("");

const health = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

test("a wrong key is refused before its body arrives, and the connection serves the next request", async () => {
  const { socket, received, receive } = dial();

  socket.write(`${head("wrong", "Content-Length: 1000000")}\r\n`);
  await receive("missing_team_context");
  expect(received()).toMatch(/^HTTP\/1.1 401 /);
  socket.write(Buffer.alloc(1_000_000, "x"));
  socket.write(health);

  await receive('{"status":"ok"}');
  expect(received().match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 401", "HTTP/1.1 200"]);
});

test("pipelined requests after a refused request are answered in order", async () => {
  const { key } = await app.signIn();
  const { socket, received, receive } = dial();
  const body = JSON.stringify({ phone_number: uniquePhone(), message: "hello" });
  const withBody = (given: string) => `${head(given, `Content-Length: ${body.length}`)}\r\n${body}`;
  const chunked = `${head("wrong", "Transfer-Encoding: chunked")}\r\n5\r\nhello\r\n0\r\n\r\n`;

  socket.write(withBody("wrong") + chunked + withBody(key) + health);

  await receive('{"status":"ok"}');
  expect(received().match(/HTTP\/1.1 \d+/g)).toEqual(["401", "401", "200", "200"].map((each) => `HTTP/1.1 ${each}`));
});

/** Operations with the limits of their bodies in KiB, and the refusal of a stranger. */
const limits: [path: string, kibibytes: number, refusal: number][] = [
  ["/api/text", 1_024, 401],
  ["/api/media", 5 * 1_024, 401],
  ["/api/external/sms/inbound", 64, 401],
  ["/api/external/nobody/default/inbound", 64, 404],
  ["/2010-04-01/Accounts/AC1/Messages.json", 64, 401],
  ["/nowhere", 1_024, 404],
];

test.each(limits)("of a refused body to %s, twice %d KiB are received", async (path, kibibytes, refusal) => {
  const most = 2 * kibibytes * 1_024;
  const refused = new RegExp(`^HTTP/1.1 ${refusal} `);
  const start = (length: number) => {
    const connection = dial();
    connection.socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`);
    return connection;
  };

  const largest = start(most);
  largest.socket.write(Buffer.alloc(most, "x"));
  largest.socket.write(health);
  await largest.receive('{"status":"ok"}');
  expect(largest.received()).toMatch(refused);

  const larger = start(most + 1);
  await larger.receive("\r\n\r\n");
  expect(larger.received()).toMatch(refused);
  expect(larger.received()).toMatch(/^Connection: close\r$/m);
});

test("a body that is too long to discard closes the connection after the answer", async () => {
  const { socket, received, receive } = dial();
  const ended = new Promise((resolve) => socket.once("close", resolve));

  socket.write(`${head("wrong", `Content-Length: ${64 * mebibyte}`)}\r\n`);
  await receive("missing_team_context");
  for (let sent = 0; sent < 8 && !socket.destroyed; sent += 1) {
    socket.write(Buffer.alloc(mebibyte, "x"));
    await setImmediate();
  }

  await ended;
  expect(received()).toMatch(/^HTTP\/1.1 401 [\s\S]*Connection: close/);
});

test("a client that sends Expect: 100-continue is told to continue only with a valid key", async () => {
  const { key } = await app.signIn();
  const body = JSON.stringify({ phone_number: uniquePhone(), message: "hello" });
  const expecting = (given: string) => `${head(given, "Expect: 100-continue", `Content-Length: ${body.length}`)}\r\n`;

  const wrong = dial();
  wrong.socket.write(expecting("wrong"));
  await once(wrong.socket, "close");
  expect(wrong.received()).toMatch(/^HTTP\/1.1 401 [\s\S]*Connection: close/);

  const good = dial();
  good.socket.write(expecting(key));
  await good.receive("100 Continue");
  expect(good.received()).toBe("HTTP/1.1 100 Continue\r\n\r\n");
  good.socket.write(body);
  await good.receive('"success":true');
  good.socket.write(health);
  await good.receive('{"status":"ok"}');
});

test("the rest of a refused body is discarded for at most five seconds and up to its limit", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const silent = Object.assign(new PassThrough(), { complete: false });
  const endless = Object.assign(new PassThrough({ highWaterMark: 2 * mebibyte }), { complete: false });

  const waited = discardRest(silent as unknown as IncomingMessage, mebibyte);
  const flooded = discardRest(endless as unknown as IncomingMessage, mebibyte);
  endless.write(Buffer.alloc(mebibyte + 1));

  expect(await flooded).toBe(false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await waited).toBe(false);
});

test("unfinished bodies without a header key share a budget, in which a new body takes the place of the oldest", async () => {
  const { client, key } = await tight.signIn();
  const before = process.memoryUsage().arrayBuffers;
  const part = Buffer.alloc(mebibyte - 1, " ");
  const request = `POST /api/text HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${mebibyte}\r\n\r\n`;

  const connections = Array.from({ length: 200 }, () => {
    const connection = dial(tight.url);
    connection.socket.write(request);
    connection.socket.write(part);
    return connection;
  });
  const isRefused = ({ received }: { received(): string }) => received().startsWith("HTTP/1.1 503 ");
  // One address has half of the budget, which is 4 MiB.
  await vi.waitFor(() => expect(connections.filter(isRefused).length).toBeGreaterThanOrEqual(198), { timeout: 8_000 });

  const held = process.memoryUsage().arrayBuffers - before;
  expect(held).toBeLessThan(100 * mebibyte);
  for (const connection of connections.filter(isRefused)) expect(connection.received()).toMatch(/^Retry-After: 1\r$/m);
  expect((await client.raw("listThreads")).status).toBe(200);
  const withKeyInBody = (): Promise<RawAnswer> =>
    createClient(tight.url, "").request("POST", "/api/text", {
      headers: json,
      body: JSON.stringify({ phone_number: uniquePhone(), message: "hello", api_key: key }),
    });
  expect((await withKeyInBody()).status).toBe(200);
});
