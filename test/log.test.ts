import { expect, onTestFinished, test, vi } from "vitest";
import { createLog, withoutMasking } from "../server/log.ts";
import { setTeamStatus } from "../server/teams/teams.ts";
import { type TestApp, useApp } from "./support/app.ts";
import { createClient } from "./support/client.ts";
import { uniquePhone } from "./support/factories.ts";
import { exchange } from "./support/socket.ts";

const app = useApp();
const failing = useApp();
const simulated = useApp({ simulated: true });

interface Line {
  level: string;
  msg: string;
  time: string;
  [field: string]: unknown;
}

const linesOf = ({ logLines }: TestApp): Line[] => logLines.map((line) => JSON.parse(line));

/** The line of the request with this id; a request has exactly one. */
function requestLine(server: TestApp, requestId: string | null): Line | undefined {
  const lines = linesOf(server).filter((line) => line.msg === "request" && line.requestId === requestId);
  expect(lines).toHaveLength(1);
  return lines[0];
}

/** Everything that can be asked with a body, each with the status that it gets with a good key in a good place. */
const bodies: [method: string, path: string, fields: object, status: number][] = [
  ["POST", "/api/text", { phone_number: "+12025550123", message: "hello" }, 200],
  ["POST", "/api/text", { phone_number: "+12025550123", message: "" }, 422],
  ["POST", "/api/text", { threadId: "019aa4a1-7c3e-7d52-9a0e-3b8f6f1d8a11", message: "hello" }, 404],
  ["PATCH", "/api/business-numbers/none", {}, 404],
  ["DELETE", "/api/business-numbers/none", {}, 404],
  ["DELETE", "/api/text", {}, 405],
  ["POST", "/nowhere", {}, 404],
];

/** Sends requests of every kind with the key in every place; answers their statuses. */
async function sweep({ url }: TestApp, key: string): Promise<Set<number>> {
  const statuses = new Set<number>();
  const send = async (method: string, path: string, headers: object, body?: string) => {
    const init = { method, headers: { ...headers }, ...(body !== undefined && { body }) };
    statuses.add((await fetch(`${url}${path}`, init as RequestInit)).status);
  };
  const json = { "content-type": "application/json" };
  const inHeaders = [{ "x-api-key": key }, { authorization: `Bearer ${key}` }];
  const query = `?api_key=${key}`;

  for (const [method, path, fields] of bodies) {
    const body = JSON.stringify(fields);
    for (const headers of inHeaders) await send(method, path, { ...json, ...headers }, body);
    await send(method, `${path}${query}`, json, body);
    await send(method, path, json, JSON.stringify({ ...fields, api_key: key }));
  }
  for (const path of [
    "/api/threads",
    "/api/threads/none",
    "/healthz",
    "/openapi.yaml",
    "/nowhere",
    "/api/threads/%zz",
  ]) {
    for (const headers of inHeaders) await send("GET", path, headers);
    await send("GET", `${path}${query}`, {});
    await send("HEAD", `${path}${query}`, {});
  }
  await send("POST", "/api/text", json, `{"api_key":"${key}",}`);
  await send("POST", "/api/text", json, `{"api_key":"${key}"${" ".repeat(1_100_000)}}`);
  await send("POST", "/api/text", { "content-type": "text/plain" }, `api_key=${key}`);
  await send("POST", "/api/text", { ...json, "x-api-key": key, "idempotency-key": "" }, "{}");
  for (const text of [
    `GET http://localhost/api/threads${query} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    `GET http://[::bad/api/threads${query} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    `GET /api/threads#${query} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    `api_key=${key}\r\n\r\n`,
  ]) {
    statuses.add((await exchange(url, text)).status);
  }
  return statuses;
}

test("no key is in the log, whatever was asked and wherever the key was, good, in test mode or unknown", async () => {
  const { key, team } = await app.signIn();
  const unknown = "mk_this-is-a-key-that-nobody-gave-out";
  const warnings = vi.spyOn(process, "emitWarning");
  onTestFinished(() => warnings.mockRestore());

  expect([...(await sweep(app, key))].toSorted()).toEqual([200, 400, 401, 404, 405, 413, 415, 422]);
  await sweep(app, `${key}_test`);
  expect(await sweep(app, unknown)).toContain(401);
  await setTeamStatus(app.em(), team.name, "suspended");
  expect(await sweep(app, key)).toContain(403);

  const log = app.logLines.join("");
  expect(linesOf(app).length).toBeGreaterThan(200);
  expect(log).not.toContain(key);
  expect(log).not.toContain(unknown);
  // Node writes its warnings beside the log.
  expect(warnings).not.toHaveBeenCalled();
});

test("no key is in the log of a failure", async () => {
  const { key } = await failing.signIn();
  await failing.em().execute("drop table thread cascade");

  expect(await sweep(failing, key)).toContain(500);
  await failing.em().execute("drop table rate_bucket cascade");
  expect(await sweep(failing, key)).toContain(500);

  const log = failing.logLines.join("");
  expect(linesOf(failing).filter(({ level }) => level === "error").length).toBeGreaterThan(10);
  expect(log).not.toContain(key);
});

test("what has the usual name of a secret is masked in every line but those that can have none", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => lines.push(line) });
  const names = ["apiKey", "api_key", "authorization", "x-api-key", "secret", "otp"];
  const secrets = Object.fromEntries(names.map((name) => [name, "told"]));
  const masked = Object.fromEntries(names.map((name) => [name, "[redacted]"]));

  const others = withoutMasking(log);
  log.info({ ...secrets, nested: secrets, err: Object.assign(new Error("failed"), secrets) }, "a line");
  others.info({ method: "GET", nothing: undefined }, "another");

  expect(JSON.parse(lines[0]!)).toMatchObject({ ...masked, nested: masked, err: masked, msg: "a line" });
  expect(lines[0]).not.toContain("told");
  expect(JSON.parse(lines[1]!)).toEqual({ level: "info", time: expect.any(String), method: "GET", msg: "another" });
});

test("a request has one line with its id, method, path and status, and who asked", async () => {
  const { client, team } = await app.signIn();

  const answer = await client.raw("sendText", { body: { phone_number: uniquePhone(), message: "hello" } });

  expect(requestLine(app, answer.headers.get("x-request-id"))).toEqual({
    level: "info",
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    msg: "request",
    requestId: answer.headers.get("x-request-id"),
    method: "POST",
    path: "/api/text",
    status: 200,
    milliseconds: expect.any(Number),
    operationId: "sendText",
    teamId: team.id,
    testMode: false,
  });
});

test("a request that is refused has its line, too", async () => {
  const { client, key, team } = await app.signIn();
  const stranger = createClient(app.url, "unknown");
  const refused = [
    {
      answer: await client.request("GET", "/nowhere"),
      method: "GET",
      path: "/nowhere",
      status: 404,
      error: "not_found",
    },
    { answer: await client.request("PUT", "/api/text"), method: "PUT", path: "/api/text", status: 405 },
    { answer: await client.request("GET", "/%zz"), method: "GET", path: "/%zz", status: 400 },
    { answer: await stranger.raw("listThreads"), method: "GET", path: "/api/threads", status: 401 },
    {
      answer: await client.raw("sendText", { body: {} }),
      path: "/api/text",
      status: 422,
      error: "invalid_phone",
      teamId: team.id,
    },
    {
      answer: await createClient(app.url, `${key}_test`).raw("getThread", { path: { id: "none" } }),
      path: "/api/threads/none",
      status: 404,
      teamId: team.id,
      testMode: true,
    },
  ];

  for (const { answer, ...line } of refused) {
    expect(requestLine(app, answer.headers.get("x-request-id"))).toMatchObject(line);
  }
});

test("a line has no query string", async () => {
  const { client } = await app.signIn();

  const { headers } = await client.request("GET", "/api/threads?per_page=3&cursor=x");

  expect(requestLine(app, headers.get("x-request-id"))).toMatchObject({ path: "/api/threads", status: 422 });
});

test("probes are logged for who asks for detail only", async () => {
  const { client } = await app.signIn();

  for (const path of ["/healthz", "/readyz"]) {
    const { headers } = await client.request("GET", path);
    expect(requestLine(app, headers.get("x-request-id"))).toMatchObject({ level: "debug", path });
  }
});

test("the simulated carrier says in the log what it would have sent", async () => {
  const { client } = await simulated.signIn();

  for (const sender of [client, client.inTestMode()]) {
    const message = `What ${uniquePhone()} is sent, "quoted" & all 😀`;
    const { textId, from, to } = await sender.sendText({ body: { phone_number: uniquePhone(), message } });
    expect(linesOf(simulated)).toContainEqual({
      level: "info",
      time: expect.any(String),
      msg: "simulated carrier: text accepted",
      textId,
      from,
      to,
      text: message,
    });
  }
});

test("a text that the simulated carrier refuses, or that goes to a provider, is not in the log", async () => {
  const refused = "A text that is refused";
  const carried = "A text for the provider";
  const there = await simulated.signIn();
  const here = await app.signIn();

  await there.client.raw("sendText", { body: { phone_number: "+15005550001", message: refused } });
  await here.client.sendText({ body: { phone_number: uniquePhone(), message: carried } });

  expect(simulated.logLines.join("")).not.toContain(refused);
  expect(app.logLines.join("")).not.toContain(carried);
});
