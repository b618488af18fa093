import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import { type OperationId, operations } from "../../generated/operations.ts";
import type { RawInput } from "../contract/input.ts";
import type { ApiError } from "../errors.ts";
import type { Log } from "../log.ts";
import { countRefusal } from "../metrics/counters.ts";
import { asApiError, errorBody } from "../operations/error-body.ts";
import type { Caller, Contract, Invoked } from "../operations/invoke.ts";
import type { OpenScope } from "../operations/scope.ts";
import { inputOf } from "./arguments.ts";
import { followEmptyPages } from "./follow-empty-pages.ts";
import { findResource } from "./resources.ts";
import { isSelected, type ToolSelection } from "./tool-selection.ts";
import { tools } from "./tools.ts";

/** The sender of an MCP message, and the means to run operations for it. */
export interface McpClient {
  contract: Contract;
  caller: Caller;
  openScope: OpenScope;
  requestId: string;
  log: Log;
  /** The tools that the client sees and may call. */
  selection: ToolSelection;
}

/**
 * Runs a tool's operation. An error of the operation is a result for the model, with the same code and message as over
 * HTTP.
 *
 * @throws ProtocolError for a tool that does not exist
 */
export async function callTool(
  client: McpClient,
  name: string,
  args: Record<string, unknown> = {},
): Promise<CallToolResult> {
  const tool = tools.get(name);
  if (!tool || !isSelected(client.selection, tool))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}.`);
  const { api_key: _, ...ownArgs } = args;
  try {
    const read = (input: RawInput) => invoke(client, tool.operationId, input);
    const { body, text, replayed } = await followEmptyPages(read, inputOf(tool, ownArgs));
    return {
      content: [{ type: "text", text }],
      structuredContent: body as Record<string, unknown>,
      ...(replayed && { _meta: { "X-Idempotency-Replayed": "true" } }),
    };
  } catch (error) {
    return { content: [{ type: "text", text: describeError(error as ApiError, client.requestId) }], isError: true };
  }
}

/** Reads one resource. @throws ProtocolError if the resource does not exist or its operation fails */
export async function readResource(client: McpClient, uri: string): Promise<ReadResourceResult> {
  const resource = findResource(uri);
  if (!resource) throw new ResourceNotFoundError(uri, `There is no resource ${uri}.`);
  const { operationId, path } = resource;
  try {
    const { text } = await invoke(client, operationId, { path, query: {} });
    return { contents: [{ uri, mimeType: operations[operationId].contentType, text }] };
  } catch (thrown) {
    const { code, status, message } = thrown as ApiError;
    if (status === 404) throw new ResourceNotFoundError(uri, message);
    throw new ProtocolError(ProtocolErrorCode.InternalError, message, { error: code });
  }
}

/** Runs an operation and returns its answer with its text. Logs the server's own failures. @throws ApiError */
async function invoke(client: McpClient, id: OperationId, input: RawInput): Promise<Invoked & { text: string }> {
  const { contract, caller, openScope, requestId, log } = client;
  try {
    const invoked = await contract.invoke(id, input, operations[id].auth === "apiKey" ? caller : openScope);
    return { ...invoked, text: typeof invoked.body === "string" ? invoked.body : JSON.stringify(invoked.body) };
  } catch (thrown) {
    const error = asApiError(thrown);
    countRefusal(error.code);
    if (error.status >= 500) log.error({ requestId, operationId: id, err: error.cause ?? error }, error.code);
    throw error;
  }
}

function describeError(error: ApiError, requestId: string): string {
  return JSON.stringify({ ...errorBody(error, requestId), retryAfterSeconds: error.retryAfterSeconds });
}
