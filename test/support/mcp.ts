import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { OperationId } from "../../generated/operations.ts";
import { type OperationTool, tools } from "../../server/mcp/tools.ts";
import type { CallInput, RawAnswer } from "./client.ts";

/** The query of an address with every tool, also those that must be selected. */
export const everyTool = `?tools=${[...new Set([...tools.values()].map(({ area }) => area))].join(",")}`;

/** Connects the protocol's own client of the old era with a key, by default to every tool. */
export async function connectMcp(url: string, key: string, query = everyTool): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  const requestInit = { headers: { "x-api-key": key } };
  const transport = new StreamableHTTPClientTransport(new URL(`/api/mcp${query}`, url), { requestInit });
  // The library's types do not distinguish absent from undefined.
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  return client;
}

/** The first version of the protocol's new era. */
export const newVersion = "2026-07-28";

/** Connects the protocol's own client of the new era with a key, by default to every tool. */
export async function connectNewEra(url: string, key: string, query = everyTool): Promise<NewClient> {
  const client = new NewClient(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: newVersion } } },
  );
  const address = new URL(`/api/mcp${query}`, url);
  await client.connect(new NewTransport(address, { requestInit: { headers: { "x-api-key": key } } }));
  return client;
}

/** The tool of an operation. */
export function toolOf(id: OperationId): OperationTool {
  const found = [...tools.values()].find(({ operationId }) => operationId === id);
  if (!found) throw new Error(`${id} has no tool`);
  return found;
}

/** The arguments of a tool for the input of an HTTP call. */
export function argumentsOf({ path, query, body, idempotencyKey }: CallInput<OperationId>): Record<string, unknown> {
  return {
    ...path,
    ...query,
    ...(body as object | undefined),
    ...(idempotencyKey !== undefined && { idempotency_key: idempotencyKey }),
  };
}

/** Calls a tool. */
export function callTool(
  client: Client | NewClient,
  name: string,
  args: Record<string, unknown> = {},
): Promise<CallToolResult> {
  return client.callTool({ name, arguments: args }) as Promise<CallToolResult>;
}

/** The parsed text of a result. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
export function readText({ content }: CallToolResult): any {
  const [first] = content;
  if (content.length !== 1 || first?.type !== "text") throw new Error("The result is not one text.");
  return JSON.parse(first.text);
}

/** Posts any body to the MCP server, with the required Accept header. */
export async function postMcp(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
  query = "",
): Promise<RawAnswer> {
  const response = await fetch(`${url}/api/mcp${query}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : text };
}

/** Posts a request of the new era, with its version in `_meta` and its headers. The given headers replace them. */
export function postNewEra(
  url: string,
  method: string,
  params: Record<string, unknown> = {},
  headers: Record<string, string | undefined> = {},
): Promise<RawAnswer> {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": newVersion,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const all = {
    "mcp-protocol-version": newVersion,
    "mcp-method": method,
    "mcp-name": (params.name ?? params.uri) as string | undefined,
    ...headers,
  };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return postMcp(url, request(method, { _meta: meta, ...params }), Object.fromEntries(given));
}

/** A request of the protocol. In the old era it is complete. */
export function request(method: string, params?: object): object {
  return { jsonrpc: "2.0", id: 1, method, ...(params && { params }) };
}
