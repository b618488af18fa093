import { ProtocolErrorCode } from "@modelcontextprotocol/server";

export interface McpAnswer {
  status: number;
  /** JSON. Undefined: the answer has no body. */
  body: string | undefined;
}

/** The protocol's answer to a body that is not valid JSON. */
export const unparsable = (why: string): McpAnswer => refuse(400, null, ProtocolErrorCode.ParseError, why);

/** An error of the protocol. `id` is null if the request has no id that could be read. */
export function refuse(
  status: number,
  id: string | number | null,
  code: number,
  message: string,
  data?: unknown,
): McpAnswer {
  return { status, body: JSON.stringify({ jsonrpc: "2.0", id, error: { code, message, data } }) };
}
