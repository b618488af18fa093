/** The era of the protocol that began with 2026-07-28: without `initialize` and sessions. */
import { expect, test } from "vitest";
import { tools } from "../../server/mcp/tools.ts";
import { useApp } from "../support/app.ts";
import { buildMessage, uniquePhone } from "../support/factories.ts";
import {
  callTool,
  connectMcp,
  connectNewEra,
  newVersion,
  postMcp,
  postNewEra,
  readText,
  request,
} from "../support/mcp.ts";

const app = useApp();

const prefix = "io.modelcontextprotocol";
const meta = { [`${prefix}/protocolVersion`]: newVersion, [`${prefix}/clientCapabilities`]: {} };
const serverInfo = { name: "messaging", title: "Messaging", version: expect.stringMatching(/^\d+\.\d+\.\d+$/) };
const stable = {
  resultType: "complete",
  ttlMs: 300_000,
  cacheScope: "private",
  _meta: { [`${prefix}/serverInfo`]: serverInfo },
};

async function ask(method: string, params?: Record<string, unknown>, headers?: Record<string, string | undefined>) {
  const { key } = await app.signIn();
  return postNewEra(app.url, method, params, { "x-api-key": key, ...headers });
}

test("discovery names the version, the capabilities, the server and the instructions", async () => {
  const { status, body, headers } = await ask("server/discover");

  expect(status).toBe(200);
  expect(headers.has("mcp-session-id")).toBe(false);
  expect(body.result).toEqual({
    ...stable,
    supportedVersions: [newVersion],
    capabilities: { tools: {}, resources: {} },
    instructions: expect.stringContaining("recipient_opted_out"),
  });
});

test("the lists are those of the old era, and may be kept for a while by their client alone", async () => {
  const { key } = await app.signIn();

  for (const method of ["tools/list", "resources/list", "resources/templates/list"]) {
    const old = await postMcp(app.url, request(method), { "x-api-key": key });
    const { body } = await postNewEra(app.url, method, {}, { "x-api-key": key });
    const ttlMs = method === "tools/list" ? 10_000 : stable.ttlMs;
    expect(body.result, method).toEqual({ ...old.body.result, ...stable, ttlMs });
  }
});

test("a resource is read as in the old era, and is not kept by the client", async () => {
  const { key, team } = await app.signIn();
  const uri = `messaging://threads/${(await buildMessage(app.em(), { team })).threadId}`;
  const old = await postMcp(app.url, request("resources/read", { uri }), { "x-api-key": key });

  const { body } = await postNewEra(app.url, "resources/read", { uri }, { "x-api-key": key });

  expect(body.result).toEqual({ ...old.body.result, ...stable, ttlMs: 0 });
});

test("the client of this era needs only the address and a key", async () => {
  const { key } = await app.signIn();
  const client = await connectNewEra(app.url, key, "");

  expect(client.getNegotiatedProtocolVersion()).toBe(newVersion);
  const defaults = [...tools.values()].filter(({ isDefault }) => isDefault);
  expect((await client.listTools()).tools).toHaveLength(defaults.length);
});

test("a write of one era is replayed in the other, with the same result", async () => {
  const { key } = await app.signIn();
  const args = { phone_number: uniquePhone(), message: "hello", idempotency_key: "the key" };
  const [old, current] = [await connectMcp(app.url, key), await connectNewEra(app.url, key)];

  const first = await callTool(old, "send_text", args);
  const second = await callTool(current, "send_text", args);

  expect(second.structuredContent).toEqual(first.structuredContent);
  expect(second._meta).toEqual({ "X-Idempotency-Replayed": "true", [`${prefix}/serverInfo`]: serverInfo });
});

test("an error of a tool has the same code and message in both eras", async () => {
  const { key } = await app.signIn();
  const params = { name: "send_text", arguments: { phone_number: "911", message: "hello" } };

  const old = await postMcp(app.url, request("tools/call", params), { "x-api-key": key });
  const { status, body } = await postNewEra(app.url, "tools/call", params, { "x-api-key": key });

  const { requestId: _, ...error } = readText(body.result);
  expect(status).toBe(200);
  expect(body.result).toMatchObject({ resultType: "complete", isError: true });
  expect(error).toMatchObject({ error: "invalid_phone", nextStep: expect.stringMatching(/\S/) });
  expect(readText(old.body.result)).toMatchObject(error);
});

const call = { name: "list_threads", arguments: {} };
const { [`${prefix}/clientCapabilities`]: __, ...withoutCapabilities } = meta;
const { [`${prefix}/protocolVersion`]: ___, ...withoutVersion } = meta;
const unknownVersion = { ...meta, [`${prefix}/protocolVersion`]: "2099-01-01" };

test.each<[string, number, number, string, object, Record<string, string | undefined>]>([
  ["a header of another version than _meta", 400, -32020, "tools/list", {}, { "mcp-protocol-version": "2025-11-25" }],
  ["no version in a header", 400, -32020, "tools/list", {}, { "mcp-protocol-version": undefined }],
  ["no method in a header", 400, -32020, "tools/list", {}, { "mcp-method": undefined }],
  ["a header of another method", 400, -32020, "tools/list", {}, { "mcp-method": "tools/call" }],
  ["no tool in a header", 400, -32020, "tools/call", call, { "mcp-name": undefined }],
  ["a header of another tool", 400, -32020, "tools/call", call, { "mcp-name": "send_text" }],
  ["a header that is not Base64", 400, -32020, "tools/call", call, { "mcp-name": "=?base64?%?=" }],
  [
    "an unknown version",
    400,
    -32022,
    "tools/list",
    { _meta: unknownVersion },
    { "mcp-protocol-version": "2099-01-01" },
  ],
  ["no _meta", 400, -32602, "tools/list", { _meta: undefined }, {}],
  ["no version in _meta", 400, -32602, "tools/list", { _meta: withoutVersion }, {}],
  ["no capabilities in _meta", 400, -32602, "tools/list", { _meta: withoutCapabilities }, {}],
  ["an unknown method", 404, -32601, "prompts/list", {}, {}],
  ["a method of Object.prototype", 404, -32601, "constructor", {}, {}],
  ["initialize, which this era does not have", 404, -32601, "initialize", {}, {}],
  ["ping, which this era does not have", 404, -32601, "ping", {}, {}],
  ["a subscription, because there are no streams", 404, -32601, "subscriptions/listen", { notifications: {} }, {}],
  ["a call of an unknown tool", 200, -32602, "tools/call", { name: "get_contract" }, {}],
  ["arguments that are an array", 200, -32602, "tools/call", { ...call, arguments: [1] }, {}],
  ["an unknown resource", 200, -32602, "resources/read", { uri: "messaging://threads/x" }, {}],
  ["an invalid cursor", 200, -32602, "tools/list", { cursor: 5 }, {}],
])("%s is refused with status %i and code %i", async (_, status, code, method, params, headers) => {
  const answer = await ask(method, params as Record<string, unknown>, headers);

  expect(answer.status, answer.text).toBe(status);
  expect(answer.body).toMatchObject({ jsonrpc: "2.0", id: 1, error: { code, message: expect.stringMatching(/\S/) } });
});

test("a refused version is answered with the supported one", async () => {
  const { body } = await ask("tools/list", { _meta: unknownVersion }, { "mcp-protocol-version": "2099-01-01" });

  expect(body.error.data).toEqual({ supported: [newVersion], requested: "2099-01-01" });
});

test("the name of a tool may be Base64 in the header", async () => {
  const { status } = await ask("tools/call", call, { "mcp-name": `=?base64?${btoa("list_threads")}?=` });

  expect(status).toBe(200);
});

test("a notification is accepted without an answer", async () => {
  const { key } = await app.signIn();
  const message = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1, _meta: meta } };

  const { status, text } = await postMcp(app.url, message, { "x-api-key": key, "mcp-protocol-version": newVersion });

  expect(status).toBe(202);
  expect(text).toBe("");
});

test("a batch with a request of this era is refused", async () => {
  const { key } = await app.signIn();

  const { status, body } = await postMcp(app.url, [request("tools/list", { _meta: meta })], { "x-api-key": key });

  expect(status).toBe(400);
  expect(body.error.code).toBe(-32600);
});
