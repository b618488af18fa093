import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { expect, test } from "vitest";
import { setTeamStatus } from "../../server/keys/teams.ts";
import { useApp } from "../support/app.ts";
import type { RawAnswer } from "../support/client.ts";
import { connectMcp, postMcp, request } from "../support/mcp.ts";
import { refusalOf } from "../support/refusals.ts";

const app = useApp();
const limited = useApp({ rateLimit: { burst: 3, perSecond: 0.001 } });
const published = useApp({ publicUrl: () => "https://sms.example.com/messaging" });

const list = request("tools/list");

async function post(body: unknown, headers: Record<string, string> = {}): Promise<RawAnswer> {
  const { key } = await app.signIn();
  return postMcp(app.url, body, { "x-api-key": key, ...headers });
}

/** The era until 2025-11-25. The tests of the new era are in new-era.test.ts. */
test.each(["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"])("initialisation agrees on %s", async (version) => {
  const clientInfo = { name: "test", version: "1.0.0" };
  const asked = request("initialize", { protocolVersion: version, capabilities: {}, clientInfo });

  const { status, body, headers } = await post(asked);

  expect(status).toBe(200);
  expect(body.result).toEqual({
    protocolVersion: version,
    capabilities: { tools: {}, resources: {} },
    serverInfo: { name: "messaging", title: "Messaging", version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
    instructions: expect.any(String),
  });
  expect(headers.has("mcp-session-id")).toBe(false);
});

test("an unknown revision is answered with the newest supported revision", async () => {
  const clientInfo = { name: "test", version: "1.0.0" };
  const { body } = await post(request("initialize", { protocolVersion: "2099-01-01", capabilities: {}, clientInfo }));

  expect(body.result.protocolVersion).toBe("2025-11-25");
});

test("the instructions name the length of a text, the phone format, opt-outs and that texts are data", async () => {
  const { key } = await app.signIn();
  const instructions = (await connectMcp(app.url, key)).getInstructions();

  for (const subject of [/\b160 characters\b/, /E\.164/, /recipient_opted_out/, /data, never instructions/]) {
    expect(instructions).toMatch(subject);
  }
});

test("the instructions ask for the user's consent, and in test mode they say that nothing is sent", async () => {
  const { key } = await app.signIn();
  const instructionsOf = async (each: string) => (await connectMcp(app.url, each)).getInstructions();

  expect(await instructionsOf(key)).toMatch(/real people at once, cost money and cannot be taken back.+consent/);
  expect(await instructionsOf(key)).not.toMatch(/test mode/);
  expect(await instructionsOf(`${key}_test`)).toMatch(/This key is in test mode: nothing is sent/);
  expect(await instructionsOf(`${key}_test`)).not.toMatch(/real people/);
});

test("a client with only the address and a key can list the tools", async () => {
  const { key } = await app.signIn();
  const client = await connectMcp(app.url, key);

  expect(client).toBeInstanceOf(Client);
  expect(await client.ping()).toEqual({});
  expect((await client.listTools()).tools.length).toBeGreaterThan(0);
});

test.each([
  ["the header", (key: string) => ({ headers: { "x-api-key": key } })],
  ["a bearer token", (key: string) => ({ headers: { authorization: `bearer ${key}` } })],
  ["the query", (key: string) => ({ query: `?api_key=${key}` })],
  ["the top of the message", (key: string) => ({ body: { ...list, api_key: key } })],
])("the API key is accepted in %s", async (_, place) => {
  const { key } = await app.signIn();
  const { headers = {}, query = "", body = list } = place(key) as { headers?: object; query?: string; body?: object };

  const answer = await postMcp(app.url, body, { ...headers }, query);

  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.result.tools).toBeInstanceOf(Array);
});

test.each([
  ["no key", {}],
  ["a key that is not valid", { "x-api-key": "mk_none" }],
])("%s is refused as over HTTP", async (_, headers) => {
  expect(refusalOf(await postMcp(app.url, list, headers))).toBe("401 missing_team_context");
});

test("a team without a license is refused live and served in test mode", async () => {
  const { key, team } = await app.signIn();
  await setTeamStatus(app.em(), team.name, "suspended");

  expect(refusalOf(await postMcp(app.url, list, { "x-api-key": key }))).toBe("403 license_inactive");
  expect((await postMcp(app.url, list, { "x-api-key": `${key}_test` })).status).toBe(200);
});

test("every protocol message takes one token from the key's bucket", async () => {
  const { key } = await limited.signIn();
  const call = request("tools/call", { name: "list_threads", arguments: {} });
  const ask = (message: object) => postMcp(limited.url, message, { "x-api-key": key });

  const answers = [await ask(call), await ask({ jsonrpc: "2.0", method: "notifications/initialized" })];
  expect(answers.map(({ headers }) => headers.get("ratelimit"))).toEqual([
    expect.stringContaining("r=2;"),
    expect.stringContaining("r=1;"),
  ]);
  await ask(list);
  const refused = await ask(call);
  expect(refusalOf(refused)).toBe("429 rate_limited");
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
});

test.each(["GET", "DELETE", "PUT", "OPTIONS"])(
  "%s is not allowed, because there are no streams and no sessions",
  async (method) => {
    const { key } = await app.signIn();

    const response = await fetch(`${app.url}/api/mcp`, { method, headers: { "x-api-key": key } });

    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("POST");
  },
);

test.each([
  ["a notification", { jsonrpc: "2.0", method: "notifications/initialized" }],
  ["an unknown notification", { jsonrpc: "2.0", method: "notifications/anything" }],
  ["a response", { jsonrpc: "2.0", id: 1, result: {} }],
])("%s is accepted without an answer", async (_, message) => {
  const { status, text, headers } = await post(message);

  expect(status).toBe(202);
  expect(text).toBe("");
  expect(headers.has("content-type")).toBe(false);
});

test.each([
  [400, -32700, "a body that is not JSON", "{"],
  [400, -32700, "an empty body", ""],
  [400, -32600, "a body that is not an object", "5"],
  [400, -32600, "an empty object", {}],
  [400, -32600, "another version of JSON-RPC", { jsonrpc: "1.0", id: 1, method: "tools/list" }],
  [400, -32600, "an invalid id", { jsonrpc: "2.0", id: { a: 1 }, method: "tools/list" }],
  [400, -32600, "an id that is not an integer", { ...list, id: 2.5 }],
  [400, -32600, "an id that is null", { jsonrpc: "2.0", id: null, method: "tools/list" }],
  [400, -32600, "an invalid method", { jsonrpc: "2.0", id: 1, method: 5 }],
  [400, -32600, "a field that is not in JSON-RPC", { ...list, extra: 1 }],
  [400, -32600, "invalid parameters", { ...list, params: [] }],
  [400, -32600, "a batch", [list, list]],
  [400, -32600, "an empty batch", []],
  [200, -32601, "an unknown method", request("prompts/list")],
  [200, -32601, "a method of Object.prototype", request("constructor")],
  [200, -32602, "initialize without parameters", request("initialize")],
  [200, -32602, "a call without a tool", request("tools/call", {})],
  [200, -32602, "a call of an unknown tool", request("tools/call", { name: "get_contract" })],
  [200, -32602, "a call of a property of Object.prototype", request("tools/call", { name: "constructor" })],
  [200, -32602, "arguments that are an array", request("tools/call", { name: "list_threads", arguments: [1] })],
  [200, -32602, "a resource without a URI", request("resources/read", { uri: 5 })],
  [200, -32602, "an invalid cursor", request("tools/list", { cursor: 5 })],
])("HTTP status %i and JSON-RPC code %i answer %s", async (status, code, _, message) => {
  const answer = await post(message);

  expect(answer.status, answer.text).toBe(status);
  expect(answer.body).toEqual({
    jsonrpc: "2.0",
    id: (message as { id?: unknown }).id === 1 ? 1 : null,
    error: { code, message: expect.stringMatching(/\S/) },
  });
});

test.each([
  ["415 unsupported_media_type", list, { "content-type": "text/plain" }],
  ["413 payload_too_large", request("tools/call", { name: "x".repeat(2 ** 20) }), {}],
  ["406 not_acceptable", list, { accept: "text/event-stream" }],
  ["403 foreign_origin", list, { origin: "https://evil.example" }],
])("%s is answered in the common error shape", async (refusal, message, headers) => {
  expect(refusalOf(await post(message, headers as Record<string, string>))).toBe(refusal);
});

test.each(["application/json", "*/*", "application/json;q=0.5, text/html"])(
  "a client that accepts %s gets JSON",
  async (accept) => {
    const answer = await post(list, { accept });

    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  },
);

test("an invalid protocol revision is refused, and the supported revisions are named", async () => {
  const refused = await post(list, { "mcp-protocol-version": "1999-01-01" });

  expect(refused.status).toBe(400);
  expect(refused.body.error.message).toMatch(/2025-11-25/);
  expect(refused.body.error.data).toEqual({
    requested: "1999-01-01",
    supported: expect.arrayContaining(["2025-11-25", "2025-06-18"]),
  });
  expect((await post(list, { "mcp-protocol-version": "2025-06-18" })).status).toBe(200);
});

const portOf = (url: string) => new URL(url).port;

test("pages of the server's own origins are accepted under every name of the loopback interface", async () => {
  for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
    const { status } = await post(list, { origin: `http://${host}:${portOf(app.url)}` });
    expect(status, host).toBe(200);
  }
  const { key } = await published.signIn();
  const origin = "https://sms.example.com";
  expect((await postMcp(published.url, list, { "x-api-key": key, origin })).status).toBe(200);
});

test.each([
  ["another port", () => "http://localhost:1"],
  ["another scheme", () => `https://localhost:${portOf(app.url)}`],
  ["a name that leads here", () => `http://evil.example:${portOf(app.url)}`],
  ["a name that begins like ours", () => `http://localhost.evil.example:${portOf(app.url)}`],
  ["nobody knows where", () => "null"],
  ["the public address, which is not set here", () => "https://sms.example.com"],
])("pages of %s are foreign, and are refused before their key is checked", async (_, origin) => {
  expect(refusalOf(await postMcp(app.url, list, { origin: origin() }))).toBe("403 foreign_origin");
});
