import { type CallToolResult, ErrorCode, McpError, type ReadResourceResult } from "@modelcontextprotocol/sdk/types.js";
import { type OperationId, operations } from "../../generated/operations.ts";
import type { Caller, Contract, Invoked } from "../contract/contract.ts";
import type { RawInput } from "../contract/input.ts";
import { asApiError, errorBody } from "../error-answer.ts";
import type { ApiError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { OpenScope } from "../scope.ts";
import { inputOf } from "./arguments.ts";
import { findResource } from "./resources.ts";
import { tools } from "./tools.ts";

/** Who sent a message, and what their tools may touch. */
export interface Asker {
  contract: Contract;
  caller: Caller;
  openScope: OpenScope;
  requestId: string;
  log: Log;
}

/** The protocol's code for a resource that is not there. */
const resourceNotFound = -32002;

/** What is said of an error whose code has no words of its own for it. */
const usualNextStep = "Correct the arguments as the message says, then call again.";

/**
 * Runs a tool's operation. Whatever refuses it is a result for the model to act on, with the code and the message that
 * HTTP has.
 *
 * @throws McpError for a tool that there is not
 */
export async function callTool(
  asker: Asker,
  name: string,
  args: Record<string, unknown> = {},
): Promise<CallToolResult> {
  const tool = tools.get(name);
  if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${name}.`);
  const { api_key: _, ...own } = args;
  try {
    const { body, text, replayed } = await invoke(asker, tool.operationId, () => inputOf(tool, own));
    return {
      content: [{ type: "text", text }],
      structuredContent: body as Record<string, unknown>,
      ...(replayed && { _meta: { "X-Idempotency-Replayed": "true" } }),
    };
  } catch (error) {
    return { content: [{ type: "text", text: describeError(error as ApiError, asker.requestId) }], isError: true };
  }
}

/** Reads one resource. @throws McpError for one that is not there, or whatever else refuses it */
export async function readResource(asker: Asker, uri: string): Promise<ReadResourceResult> {
  const resource = findResource(uri);
  if (!resource) throw new McpError(resourceNotFound, `There is no resource ${uri}.`);
  const { operationId, path } = resource;
  try {
    const { text } = await invoke(asker, operationId, () => ({ path, query: {} }));
    return { contents: [{ uri, mimeType: operations[operationId].contentType, text }] };
  } catch (thrown) {
    const { code, status, message } = thrown as ApiError;
    throw new McpError(status === 404 ? resourceNotFound : ErrorCode.InternalError, message, { error: code });
  }
}

/** Runs an operation and makes its answer into text. @throws ApiError; what the server is to blame for is in the log */
async function invoke(asker: Asker, id: OperationId, read: () => RawInput): Promise<Invoked & { text: string }> {
  const { contract, caller, openScope, requestId, log } = asker;
  try {
    const invoked = await contract.invoke(id, read(), operations[id].auth === "apiKey" ? caller : openScope);
    return { ...invoked, text: typeof invoked.body === "string" ? invoked.body : JSON.stringify(invoked.body) };
  } catch (thrown) {
    const error = asApiError(thrown);
    if (error.status >= 500) log.error({ requestId, operationId: id, err: error.cause ?? error }, error.code);
    throw error;
  }
}

function describeError(error: ApiError, requestId: string): string {
  const { nextStep = usualNextStep, retryAfterSeconds } = error;
  return JSON.stringify({ ...errorBody(error, requestId), retryAfterSeconds, nextStep });
}
