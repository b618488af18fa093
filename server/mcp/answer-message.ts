import type { IncomingHttpHeaders } from "node:http";
import { classifyInboundRequest, createMcpHandler, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { answerInOldEra } from "./answer-in-old-era.ts";
import type { McpClient } from "./ask.ts";
import { createServer } from "./create-server.ts";
import { type McpAnswer, refuse, unparsable } from "./messages.ts";
import { readSelection, type ToolSelection } from "./tool-selection.ts";

/**
 * Answers one message of the protocol. Keeps no state between messages, so any process can answer any message. A
 * message belongs to the era that began with 2026-07-28 if its `_meta` or its header names such a version.
 */
export async function answerMessage(
  message: unknown,
  allHeaders: IncomingHttpHeaders,
  { query, ...sender }: Omit<McpClient, "selection"> & { query: Record<string, unknown> },
): Promise<McpAnswer> {
  let selection: ToolSelection;
  try {
    selection = readSelection(query);
  } catch (error) {
    return refuse(400, idOf(message), ProtocolErrorCode.InvalidParams, (error as RangeError).message);
  }
  const client = { ...sender, selection };
  if (message === undefined) return unparsable("The request has no body.");
  const headers = pickHeaders(allHeaders);
  const version = headers["mcp-protocol-version"];
  const route = classifyInboundRequest({
    httpMethod: "POST",
    body: message,
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(headers["mcp-method"] !== undefined && { mcpMethodHeader: headers["mcp-method"] }),
  });
  // The library would repeat an id that is not an integer, which is not an id of the protocol.
  if (route.kind === "reject") return refuse(route.httpStatus, idOf(message), route.code, route.message, route.data);
  if (route.kind === "legacy" && route.reason !== "batch") {
    return answerInOldEra(message, version, () => createServer(client));
  }
  if (route.kind === "modern" && route.messageKind === "request" && route.message.method === "subscriptions/listen") {
    // The library would open a stream, but this server has no changes to tell.
    return refuse(404, route.message.id, ProtocolErrorCode.MethodNotFound, "Method not found");
  }
  const handler = createMcpHandler(() => createServer(client), { legacy: "reject" });
  const request = new Request("http://localhost/", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
  });
  const response = await handler.fetch(request, { parsedBody: message });
  return { status: response.status, body: (await response.text()) || undefined };
}

/** The id of a message, or null without an id of the protocol. */
function idOf(message: unknown): string | number | null {
  const { id } = (message ?? {}) as { id?: unknown };
  return typeof id === "string" || Number.isSafeInteger(id) ? (id as string | number) : null;
}

/** The headers that the protocol defines. Node joins repeated ones, so each has one value. */
function pickHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const names = ["mcp-protocol-version", "mcp-method", "mcp-name"].filter((name) => headers[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, headers[name] as string]));
}
