import { beforeAll, describe, expect, test } from "vitest";
import { type KeyScope, keyScopes, operations } from "../../generated/operations.ts";
import { describe as describeOperation } from "../../server/contract/schemas.ts";
import { useApp } from "../support/app.ts";
import { type Client, createClient } from "../support/client.ts";
import { exampleOf, needsTestMode, type TeamOperation, teamOperations } from "../support/examples.ts";
import { buildKey, type TestTeam, uniquePhone } from "../support/factories.ts";
import { argumentsOf, callTool, connectMcp, readText, toolOf } from "../support/mcp.ts";

const app = useApp({ phone: true });

let team: TestTeam;
let client: Client;
/** A key with a single scope, for each scope. */
let keys: Record<KeyScope, string>;
beforeAll(async () => {
  ({ team, client } = await app.signIn());
  const made = keyScopes.map(async (scope) => [scope, await buildKey(app.em(), team, { scopes: [scope] })]);
  keys = Object.fromEntries(await Promise.all(made));
});

/** Calls an operation over HTTP with an input that is not valid, and returns the code of the error. */
async function codeOfCall(key: string, id: TeamOperation): Promise<string | undefined> {
  const { method, path } = operations[id];
  const init = method === "GET" ? {} : { headers: { "content-type": "application/json" }, body: `{"x":1}` };
  const { body } = await createClient(app.url, key).request(method, path.replaceAll(/\{\w+\}/g, "x"), init);
  return body.error;
}

const tools = teamOperations.filter((id) => operations[id].isDefaultTool);

/** The operations that a key with one scope may call. */
const allowedWith = (scope: KeyScope, ids = teamOperations) =>
  ids.filter((id) => operations[id].scopes.every((needed) => needed === scope));

describe.each(keyScopes)("a key with only the scope %s", (scope) => {
  test("may call the operations of that scope over HTTP, and no other", async () => {
    const codes = await Promise.all(teamOperations.map((id) => codeOfCall(keys[scope], id)));

    const allowed = teamOperations.filter((_, index) => codes[index] !== "insufficient_scope");
    expect(allowed).toEqual(allowedWith(scope));
  });

  test("may call the tools of that scope over MCP, and no other", async () => {
    const mcp = await connectMcp(app.url, keys[scope]);
    const codes = await Promise.all(
      tools.map(async (id) => readText(await callTool(mcp, toolOf(id).definition.name, { x: 1 })).error),
    );

    const allowed = tools.filter((_, index) => codes[index] !== "insufficient_scope");
    expect(allowed).toEqual(allowedWith(scope, tools));
  });

  test("sees only the tools of that scope", async () => {
    const mcp = await connectMcp(app.url, keys[scope], "");

    const { tools: listed } = await mcp.listTools();

    expect(listed.map(({ name }) => name)).toEqual(allowedWith(scope, tools).map((id) => toolOf(id).definition.name));
  });
});

/** An input of an operation that succeeds, and a key that has only the scopes of the operation. */
async function prepare(id: TeamOperation) {
  const { team, client } = await app.signIn();
  const key = await buildKey(app.em(), team, { scopes: [...operations[id].scopes] });
  return { key: needsTestMode(id) ? `${key}_test` : key, input: await exampleOf(id, client, app.provider) };
}

describe.each(teamOperations)("%s", (id) => {
  const { scopes, status } = operations[id];

  test("succeeds over HTTP with only its scopes", async () => {
    const { key, input } = await prepare(id);

    const answer = await createClient(app.url, key).raw(id, input as never);

    expect(answer.status, answer.text).toBe(status);
  });

  test("names its scopes in the contract", () => {
    const { "x-scope": declared = [] } = describeOperation(id) as { "x-scope"?: string | string[] };

    expect([declared].flat()).toEqual(scopes);
  });
});

describe.each(tools)("the tool of %s", (id) => {
  test("succeeds with only its scopes", async () => {
    const { key, input } = await prepare(id);
    const mcp = await connectMcp(app.url, key);

    const result = await callTool(mcp, toolOf(id).definition.name, argumentsOf(input));

    expect(result.isError, JSON.stringify(result)).toBeUndefined();
  });
});

test("a refusal names the missing scope, also in WWW-Authenticate", async () => {
  const { status, headers, body } = await createClient(app.url, keys["contacts:read"]).raw("listThreads");

  expect(status).toBe(403);
  expect(body).toMatchObject({ error: "insufficient_scope", message: expect.stringContaining("messages:read") });
  expect(headers.get("www-authenticate")).toBe('Bearer error="insufficient_scope", scope="messages:read"');
  expect(headers.get("ratelimit")).not.toBeNull();
});

test("a refusal names each missing scope of an operation that needs two, and a key with both may call it", async () => {
  const call = (key: string) =>
    createClient(app.url, key).raw("createWebhookEndpoint", { body: { url: "https://endpoint.invalid" } });
  const both = await buildKey(app.em(), team, { scopes: ["webhooks:write", "events:read"] });

  const [none, one] = [await call(keys["contacts:read"]), await call(keys["events:read"])];

  expect(none).toMatchObject({ status: 403, body: { error: "insufficient_scope" } });
  expect(none.body.message).toContain("scopes webhooks:write and events:read");
  expect(none.headers.get("www-authenticate")).toContain('scope="webhooks:write events:read"');
  expect(one.body.message).toContain("scope webhooks:write.");
  expect(one.headers.get("www-authenticate")).toContain('scope="webhooks:write"');
  expect(await call(both)).toMatchObject({ status: 200 });
});

test("a key with scopes needs webhooks:write for a reply webhook", async () => {
  const both = await buildKey(app.em(), team, { scopes: ["messages:send", "webhooks:write"] });
  const body = { phone_number: uniquePhone(), message: "hello", replyWebhookUrl: "https://example.com/replies" };
  const send = (key: string, given: object) =>
    createClient(app.url, key).raw("sendText", { body: { ...body, ...given } });

  const refused = await send(keys["messages:send"], {});

  expect(refused).toMatchObject({ status: 403, body: { error: "insufficient_scope" } });
  expect(refused.headers.get("www-authenticate")).toContain('scope="webhooks:write"');
  expect(await send(keys["messages:send"], { replyWebhookUrl: null })).toMatchObject({ status: 200 });
  expect(await send(both, {})).toMatchObject({ status: 200 });
});

test("resources need the scope of their operation", async () => {
  const { id } = (await client.createContact({ body: { name: "Ada", phones: [uniquePhone()] } })).contact;
  const read = async (scope: KeyScope) =>
    (await connectMcp(app.url, keys[scope])).readResource({ uri: `messaging://contacts/${id}` });

  await expect(read("messages:read")).rejects.toMatchObject({ data: { error: "insufficient_scope" } });
  expect((await read("contacts:read")).contents).toHaveLength(1);
});
