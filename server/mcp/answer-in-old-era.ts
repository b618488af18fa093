import {
  isInitializeRequest,
  isJSONRPCRequest,
  type JSONRPCMessage,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
} from "@modelcontextprotocol/server";
import { type McpAnswer, refuse } from "./messages.ts";

/** This era's code for a resource that does not exist. The library sends the code of the new era to all clients. */
const resourceNotFound = -32002;

/**
 * Answers a message in the era until 2025-11-25, whose clients begin with `initialize`. Notifications and responses have
 * no effect and get no answer.
 */
export async function answerInOldEra(
  message: unknown,
  version: string | undefined,
  createServer: () => Server,
): Promise<McpAnswer> {
  if (!isJSONRPCRequest(message)) return { status: 202, body: undefined };
  const { id, method } = message;
  if (method === "initialize" && !isInitializeRequest(message)) {
    return refuse(
      200,
      id,
      ProtocolErrorCode.InvalidParams,
      "initialize needs protocolVersion, capabilities, clientInfo.",
    );
  }
  if (method !== "initialize" && version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) {
    const supported = SUPPORTED_PROTOCOL_VERSIONS;
    const why = `The protocol version ${version} is not supported. Supported are ${supported.join(", ")}.`;
    return refuse(400, id, ProtocolErrorCode.UnsupportedProtocolVersion, why, { supported, requested: version });
  }
  const server = createServer();
  const exchange = new Exchange();
  await server.connect(exchange);
  try {
    exchange.onmessage?.(message);
    return { status: 200, body: JSON.stringify(inOldEra(await exchange.answer)) };
  } finally {
    await server.close();
  }
}

function inOldEra(answer: JSONRPCMessage): JSONRPCMessage {
  if (!("error" in answer)) return answer;
  const { code, message, data } = answer.error;
  const isMissing = ProtocolError.fromError(code, message, data) instanceof ResourceNotFoundError;
  return isMissing ? { ...answer, error: { code: resourceNotFound, message, data } } : answer;
}

/** One request to a server and its answer. The library's transport over HTTP takes twice as long for the same. */
class Exchange implements Transport {
  declare onmessage?: NonNullable<Transport["onmessage"]>;
  declare onclose?: () => void;
  readonly #answer = Promise.withResolvers<JSONRPCMessage>();
  readonly answer = this.#answer.promise;

  async start() {}

  async send(message: JSONRPCMessage) {
    this.#answer.resolve(message);
  }

  async close() {
    this.onclose?.();
  }
}
