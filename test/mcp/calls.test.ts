import fc from "fast-check";
import { expect, test } from "vitest";
import { operations } from "../../generated/operations.ts";
import { tools } from "../../server/mcp/tools.ts";
import { useApp } from "../support/app.ts";
import type { CallInput } from "../support/client.ts";
import { exampleOf, type TeamOperation, toolOperations } from "../support/examples.ts";
import { uniquePhone } from "../support/factories.ts";
import {
  argumentsOf,
  callTool,
  connectMcp,
  connectNewEra,
  everyTool,
  postMcp,
  readText,
  request,
  toolOf,
} from "../support/mcp.ts";
import { refusalsOf } from "../support/refusals.ts";

const app = useApp();

async function signIn() {
  const { key, client, team } = await app.signIn();
  const mcp = await connectMcp(app.url, key);
  return { key, client, team, mcp, call: (id: TeamOperation, args: object) => callTool(mcp, nameOf(id), { ...args }) };
}

const nameOf = (id: TeamOperation) => toolOf(id).definition.name;

const unknownId = "019aa4a1-7c3e-7d52-9a0e-000000000000";
const reads = toolOperations.filter((id) => operations[id].method === "GET");
const writes = toolOperations.filter((id) => operations[id].once !== null);

test.each(toolOperations)(
  "the protocol's clients of both eras call the tool of %s and receive a result that matches the schema",
  async (id) => {
    for (const connect of [connectMcp, connectNewEra]) {
      const { client, key } = await app.signIn();
      const mcp = await connect(app.url, key);
      // With the list, the client checks every result against the tool's schema.
      await mcp.listTools();

      const result = await callTool(mcp, nameOf(id), argumentsOf(await exampleOf(id, client, app.provider)));

      expect(result.isError, JSON.stringify(result)).toBeFalsy();
      expect(readText(result)).toEqual(result.structuredContent);
    }
  },
);

test.each(reads)("the tool of %s answers like HTTP", async (id) => {
  const { client, call } = await signIn();
  const input = await exampleOf(id, client, app.provider);

  expect(readText(await call(id, argumentsOf(input)))).toEqual((await client.raw(id, input)).body);
});

test.each(writes)("HTTP replays a call of the tool of %s with the same key", async (id) => {
  const { client, call } = await signIn();
  const input = { ...(await exampleOf(id, client, app.provider)), idempotencyKey: "the key" };

  const first = await call(id, argumentsOf(input));
  const second = await client.raw(id, input);

  expect(first._meta).toBeUndefined();
  expect(second.status, second.text).toBe(operations[id].status);
  expect(second.headers.get("x-idempotency-replayed")).toBe("true");
  expect(second.body).toEqual(first.structuredContent);
});

test.each(writes)("the HTTP request of %s is replayed by the tool with the same key, which says so", async (id) => {
  const { client, call } = await signIn();
  const input = { ...(await exampleOf(id, client, app.provider)), idempotencyKey: "the key" };

  const first = await client.raw(id, input);
  const second = await call(id, argumentsOf(input));

  expect(first.status, first.text).toBe(operations[id].status);
  expect(second.structuredContent).toEqual(first.body);
  expect(second._meta).toEqual({ "X-Idempotency-Replayed": "true" });
});

interface Call {
  path?: object;
  query?: object;
  body?: object;
  idempotencyKey?: string;
}

/** Calls that are refused, each for another reason. */
const refused: [string, TeamOperation, Call][] = [
  ["an unknown id", "getThread", { path: { id: unknownId } }],
  ["an invalid id", "getThread", { path: { id: "x" } }],
  ["a missing field", "sendText", { body: { phone_number: "+12025550123" } }],
  ["a broken field", "sendText", { body: { phone_number: "911", message: "hello" } }],
  ["several broken fields", "sendText", { body: { phone_number: "911", message: " ", webhookData: "x".repeat(101) } }],
  ["an unknown field", "sendText", { body: { phone_number: "+12025550123", message: "hello", to: "x" } }],
  ["a field of the wrong type", "sendText", { body: { phone_number: 5, message: "hello" } }],
  ["a NUL", "sendText", { body: { phone_number: "+12025550123", message: "a\0b" } }],
  ["a sender beside a thread", "sendText", { body: { threadId: unknownId, sender: "Main", message: "hello" } }],
  ["a page size out of range", "listThreads", { query: { per_page: 101 } }],
  ["an invalid page size", "listThreads", { query: { per_page: "many" } }],
  ["a foreign cursor", "listThreads", { query: { cursor: "x" } }],
  ["an invalid filter value", "listBusinessNumbers", { query: { status: "gone" } }],
  ["an invalid timestamp", "listThreadReplies", { path: { id: unknownId }, query: { since: "yesterday" } }],
  ["an empty key", "archiveBusinessNumber", { path: { id: unknownId }, idempotencyKey: "" }],
  ["a key that is too long", "archiveBusinessNumber", { path: { id: unknownId }, idempotencyKey: "x".repeat(256) }],
];

test.each(refused)("%s is refused with the error of HTTP and a next step", async (_, id, given) => {
  const { client, call } = await signIn();
  const input = given as CallInput<TeamOperation>;

  const result = await call(id, argumentsOf(input));
  const { requestId, ...error } = readText(result);
  const { requestId: __, ...overHttp } = (await client.raw(id, input)).body;

  expect(result.isError).toBe(true);
  expect(result.structuredContent).toBeUndefined();
  expect(error).toEqual(overHttp);
  expect(error.nextStep).toMatch(/^[A-Z].*\.$/);
  expect(requestId).toMatch(/\S/);
});

test.each([
  ["21211", /^Check the phone number\./],
  ["20003", /^Tell the operator /],
])("a provider's refusal with %s is an error result with the reason and next step of HTTP", async (code, nextStep) => {
  const { client, call } = await signIn();
  const answer = app.provider.answer;
  app.provider.answer = () => ({ kind: "refused", errorCode: code, optedOut: false, message: "No.", moreInfo: null });
  const text = { phone_number: uniquePhone(), message: "hello" };
  const [result, refused] = await Promise.all([call("sendText", text), client.raw("sendText", { body: text })]).finally(
    () => {
      app.provider.answer = answer;
    },
  );

  expect(result.isError).toBe(true);
  const error = readText(result);
  expect(error).toMatchObject({ error: "message_failed", provider: { code, message: "No." } });
  expect(error.nextStep).toMatch(nextStep);
  expect(error).toEqual({
    ...refused.body,
    requestId: error.requestId,
    textId: expect.not.stringMatching(refused.body.textId),
  });
});

test("an unknown argument is refused by name, in a read, too", async () => {
  const { call } = await signIn();

  expect(readText(await call("listThreads", { limit: 5 }))).toMatchObject({
    error: "validation_error",
    details: [{ field: "limit", code: "validation_error" }],
  });
});

test("null counts as absent in optional arguments", async () => {
  const { call } = await signIn();

  expect((await call("listThreads", { per_page: null, cursor: null })).isError).toBeFalsy();
  const text = { phone_number: uniquePhone(), message: "hello", threadId: null, sender: null, idempotency_key: null };
  expect((await call("sendText", text)).isError).toBeFalsy();
});

test("null in an update clears a field, as over HTTP", async () => {
  const { client, call } = await signIn();
  const [number] = (await client.listBusinessNumbers()).businessNumbers;
  const id = number!.id;
  await call("updateBusinessNumber", { id, friendlyName: "Desk" });

  const { structuredContent } = await call("updateBusinessNumber", { id, friendlyName: null });

  expect(structuredContent).toMatchObject({ businessNumber: { friendlyName: null } });
});

test.each([5, {}, ["key"], "\0", "a\ud800"])(
  "%j is not an idempotency key, and nothing is sent",
  async (idempotency_key) => {
    const { key } = await app.signIn();
    const carried = app.provider.texts.length;
    const args = { phone_number: uniquePhone(), message: "hello", idempotency_key };

    const { body } = await postMcp(app.url, request("tools/call", { name: "send_text", arguments: args }), {
      "x-api-key": key,
    });

    expect(readText(body.result)).toMatchObject({ error: "invalid_idempotency_key" });
    expect(app.provider.texts).toHaveLength(carried);
  },
);

test("an API key among the arguments is dropped and does not reach the request", async () => {
  const { key, client, call } = await signIn();
  const text = { phone_number: uniquePhone(), message: "hello" };

  const first = await call("sendText", { ...text, idempotency_key: "key", api_key: key });
  const second = await client.raw("sendText", { body: text, idempotencyKey: "key" });

  expect(second.body).toEqual(first.structuredContent);
  expect(app.logLines.join("")).not.toContain(key);
});

test("with a test key, a tool sends nothing and its results are flagged", async () => {
  const { key } = await app.signIn();
  const mcp = await connectMcp(app.url, `${key}_test`);
  const carried = app.provider.texts.length;

  const { structuredContent } = await callTool(mcp, "send_text", { phone_number: uniquePhone(), message: "hello" });

  expect(structuredContent).toMatchObject({ success: true, testMode: true });
  expect(app.provider.texts).toHaveLength(carried);
});

test("a page continues where the previous page ended", async () => {
  const { client, call } = await signIn();
  for (const _ of [1, 2, 3]) await client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });

  const seen: unknown[] = [];
  let cursor: unknown = null;
  do {
    const page = readText(await call("listThreads", { per_page: 1, cursor }));
    seen.push(...page.threads.map(({ id }: { id: string }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);

  expect(new Set(seen).size).toBe(3);
  expect(seen).toEqual((await client.listThreads()).threads.map(({ id }) => id));
});

test.each(toolOperations)("the tool of %s answers any arguments with an answer of the contract", async (id) => {
  const { key } = await app.signIn();
  const { name, inputSchema } = toolOf(id).definition;
  const names = fc.constantFrom(...Object.keys(inputSchema.properties ?? {}), "__proto__", "constructor", "x");
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom("", "\0", "\ud800", "..", "/", "%", "é"));

  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(names, value), { maxLength: 4 }), async (pairs) => {
      const args = `{${pairs.map(([field, given]) => `${JSON.stringify(field)}:${JSON.stringify(given)}`).join()}}`;
      const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`;

      const { body } = await postMcp(app.url, message, { "x-api-key": key }, everyTool);

      if (body.result.isError) {
        const { error, message } = readText(body.result);
        const codes = refusalsOf(id).map((refusal) => refusal.split(" ")[1]);
        expect([...codes, "validation_error"], message).toContain(error);
        expect(error).not.toBe("server_error");
      }
    }),
    { numRuns: 12 },
  );
});

test("the log has the cause of an internal failure with the request id, and the caller does not", async () => {
  const { key, call } = await signIn();
  await app.em().execute("alter table message rename to hidden");
  const { body } = await postMcp(
    app.url,
    request("tools/call", { name: "send_text", arguments: { phone_number: uniquePhone(), message: "hello" } }),
    { "x-api-key": key, "x-request-id": "the-request" },
  ).finally(() => app.em().execute("alter table hidden rename to message"));

  const error = readText(body.result);
  expect(error).toMatchObject({ error: "server_error", requestId: "the-request", nextStep: expect.any(String) });
  expect(JSON.stringify(error)).not.toContain("relation");
  expect(app.logLines.filter((line) => line.includes("the-request")).join("")).toMatch(/relation.*does not exist/);
  expect((await call("listThreads", {})).isError).toBeFalsy();
});

test("every tool of the default list is called in this file", () => {
  expect([...tools.values()].filter(({ isDefault }) => isDefault)).toHaveLength(toolOperations.length);
});
