import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  JSONRPCMessageSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";

export interface McpAnswer {
  status: number;
  /** Undefined: the answer has no body. */
  body: unknown;
}

const requests = new Map(
  [
    CallToolRequestSchema,
    InitializeRequestSchema,
    ListResourcesRequestSchema,
    ListResourceTemplatesRequestSchema,
    ListToolsRequestSchema,
    PingRequestSchema,
    ReadResourceRequestSchema,
  ].map((schema) => [schema.shape.method.value as string, schema]),
);

/**
 * The protocol's error for an invalid message or a request with invalid parameters; undefined for a valid message. The
 * SDK itself would answer with other codes: a parse error and an internal error.
 */
export function findFault(message: unknown): McpAnswer | undefined {
  if (message === undefined) return unparsable("The request has no body.");
  if (Array.isArray(message)) {
    return refuse(400, message, ErrorCode.InvalidRequest, "Batches are not part of the protocol. Send one message.");
  }
  const { success, data } = JSONRPCMessageSchema.safeParse(message);
  if (!success) return refuse(400, message, ErrorCode.InvalidRequest, "The request is not a JSON-RPC 2.0 message.");
  if (!("method" in data) || !("id" in data)) return undefined;
  const { error } = requests.get(data.method)?.safeParse(message) ?? {};
  const faults = error?.issues.map(({ path, message: what }) => `${path.join(".")}: ${what}`);
  return faults && refuse(200, message, ErrorCode.InvalidParams, faults.join("; "));
}

/** The protocol's answer to a body that is not valid JSON. */
export function unparsable(why: string): McpAnswer {
  return refuse(400, undefined, ErrorCode.ParseError, why);
}

function refuse(status: number, message: unknown, code: ErrorCode, why: string): McpAnswer {
  const { id } = (message ?? {}) as { id?: unknown };
  const known = typeof id === "string" || Number.isSafeInteger(id) ? id : null;
  return { status, body: { jsonrpc: "2.0", id: known, error: { code, message: why } } };
}
