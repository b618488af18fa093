import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { OperationId } from "../../generated/operations.ts";
import { type OperationTool, tools } from "../../server/mcp/tools.ts";
import type { CallInput, RawAnswer } from "./client.ts";

/** Connects the protocol's own client with a key. */
export async function connectMcp(url: string, key: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  const requestInit = { headers: { "x-api-key": key } };
  const transport = new StreamableHTTPClientTransport(new URL("/api/mcp", url), { requestInit });
  // The library's types do not distinguish absent from undefined.
  await client.connect(transport as Parameters<Client["connect"]>[0]);
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
export function callTool(client: Client, name: string, args: Record<string, unknown> = {}): Promise<CallToolResult> {
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

/** A request of the protocol. */
export function request(method: string, params?: object): object {
  return { jsonrpc: "2.0", id: 1, method, ...(params && { params }) };
}
