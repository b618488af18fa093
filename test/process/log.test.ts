import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createLog, withoutMasking } from "../../server/log.ts";
import { type TestApp, useApp } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import { uniquePhone } from "../support/factories.ts";
import { exchange } from "../support/socket.ts";

const app = useApp();
const simulated = useApp({ simulated: true });

interface Line {
  level: string;
  msg: string;
  time: string;
  [field: string]: unknown;
}

const linesOf = ({ logLines }: TestApp): Line[] => logLines.map((line) => JSON.parse(line));

/** The line of the request with this id. A request has exactly one line. */
function requestLine(server: TestApp, requestId: string | null): Line | undefined {
  const lines = linesOf(server).filter((line) => line.msg === "request" && line.requestId === requestId);
  expect(lines).toHaveLength(1);
  return lines[0];
}

test("fields with the usual names of secrets are masked, except in lines that cannot contain secrets", () => {
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

test("an error of a connection is logged without the connection", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => lines.push(line) });
  const error = Object.assign(new Error("Connection terminated", { cause: new Error("reset") }), {
    code: "ECONNRESET",
    client: { user: "messaging" },
  });

  log.error({ err: error }, "queue");

  const { err } = JSON.parse(lines[0]!);
  expect(err).toMatchObject({ type: "Error", message: expect.stringContaining("reset"), code: "ECONNRESET" });
  expect(err.stack).toContain("log.test.ts");
  expect(err).not.toHaveProperty("client");
});

test("a line that is logged immediately before an exit is written", async () => {
  const program = `
    import { createLog } from "./server/log.ts";
    const log = createLog("info");
    for (let n = 0; n < 100; n++) log.info({ n }, "line");
    process.exit(0);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program]);
  const written = stdout.trimEnd().split("\n");
  expect(written.map((line) => JSON.parse(line).n)).toEqual(Array.from({ length: 100 }, (_, n) => n));
});

test("each request has one line with its id, method, route and status, its key's id and its peer", async () => {
  const { client, team } = await app.signIn();
  const [apiKey] = await app.em().execute("select id from api_key where team_id = ?", [team.id]);

  const answer = await client.raw("sendText", { body: { phone_number: uniquePhone(), message: "hello" } });

  expect(requestLine(app, answer.headers.get("x-request-id"))).toEqual({
    level: "info",
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    msg: "request",
    requestId: answer.headers.get("x-request-id"),
    method: "POST",
    route: "/api/text",
    status: 200,
    milliseconds: expect.any(Number),
    operationId: "sendText",
    peerAddress: "127.0.0.1",
    teamId: team.id,
    apiKeyId: apiKey!.id,
    testMode: false,
  });
});

test("a refused request is logged, too", async () => {
  const { client, key, team } = await app.signIn();
  const stranger = createClient(app.url, "unknown");
  const refused = [
    {
      answer: await client.request("GET", "/nowhere"),
      method: "GET",
      route: "none",
      status: 404,
      error: "not_found",
    },
    { answer: await client.request("PUT", "/api/text"), method: "PUT", route: "none", status: 405 },
    { answer: await client.request("GET", "/%zz"), method: "GET", route: "none", status: 400 },
    { answer: await stranger.raw("listThreads"), method: "GET", route: "/api/threads", status: 401 },
    {
      answer: await client.raw("sendText", { body: {} }),
      route: "/api/text",
      status: 422,
      error: "invalid_phone",
      teamId: team.id,
    },
    {
      answer: await createClient(app.url, `${key}_test`).raw("getThread", { path: { id: "none" } }),
      route: "/api/threads/{id}",
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

  expect(requestLine(app, headers.get("x-request-id"))).toMatchObject({ route: "/api/threads", status: 422 });
});

test("no line has anything of a path but its route, whatever the method and the form of the target", async () => {
  const { client, key } = await app.signIn();
  const phone = uniquePhone();
  const token = randomUUID();
  const paths = [
    `/api/contacts/by-phone/${phone}`,
    `/api/contacts/by-phone/${encodeURIComponent(phone)}?token=${token}`,
    `/api/contacts/by-phone/${phone}/${token}`,
    `/api/threads/${token}/`,
    `/${token}`,
    `/${token}/%zz${phone}`,
    `/api/text/${token}#${phone}`,
    `//${token}/api/text`,
  ];
  const since = app.logLines.length;

  for (const path of paths) {
    for (const method of ["GET", "POST", "DELETE", "OPTIONS"]) await client.request(method, path);
  }
  const absolute = `GET http://${token}/api/contacts/by-phone/${phone}?api_key=${key} HTTP/1.1`;
  await exchange(app.url, `${absolute}\r\nHost: x\r\nConnection: close\r\n\r\n`);
  await exchange(app.url, `GET ${token}:${phone} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);

  const lines = app.logLines.slice(since);
  expect(lines.length).toBeGreaterThanOrEqual(paths.length * 4 + 1);
  expect(lines.join("")).not.toMatch(new RegExp(`${token}|${phone.slice(1)}`));
  const routes = new Set(lines.map((line) => JSON.parse(line).route));
  expect(routes).toEqual(new Set(["none", "/api/contacts/by-phone/{phone}"]));
});

test("health checks are logged at level debug only", async () => {
  const { client } = await app.signIn();

  for (const path of ["/healthz", "/readyz"]) {
    const { headers } = await client.request("GET", path);
    expect(requestLine(app, headers.get("x-request-id"))).toMatchObject({ level: "debug", route: path });
  }
});

test("the simulated carrier logs the texts that it accepts", async () => {
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

test("texts that the simulated carrier refuses, or that go to a provider, are not logged", async () => {
  const refused = "A text that is refused";
  const carried = "A text for the provider";
  const there = await simulated.signIn();
  const here = await app.signIn();

  await there.client.raw("sendText", { body: { phone_number: "+15005550001", message: refused } });
  await here.client.sendText({ body: { phone_number: uniquePhone(), message: carried } });

  expect(simulated.logLines.join("")).not.toContain(refused);
  expect(app.logLines.join("")).not.toContain(carried);
});

test.each([
  [
    "violates a constraint",
    (phone: string) => `contact_phone <> '${phone}'`,
    // On a cluster, the name ends with the number of a shard.
    'violates check constraint \\"unwanted',
  ],
  ["has a value that PostgreSQL cannot read", () => "contact_phone::int <> 0", 'value \\"…\\" is out of range'],
])("a row that %s is not in the log", async (_, isWanted, said) => {
  const { client } = await app.signIn();
  const phone = uniquePhone();
  await app.em().execute(`alter table thread add constraint unwanted check (${isWanted(phone)}) not valid`);

  const { status, headers } = await client.raw("sendText", { body: { phone_number: phone, message: "a secret text" } });

  await app.em().execute("alter table thread drop constraint unwanted");
  expect(status).toBe(500);
  const lines = linesOf(app).filter(({ requestId }) => requestId === headers.get("x-request-id"));
  expect(JSON.stringify(lines)).toContain(said);
  expect(JSON.stringify(lines)).not.toContain(phone.slice(1));
  expect(JSON.stringify(lines)).not.toContain("a secret text");
});
