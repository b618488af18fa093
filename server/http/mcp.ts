import { ApiError, fail } from "../errors.ts";
import type { Log } from "../log.ts";
import type { HttpContext, HttpMiddleware } from "./context.ts";
import type { DispatchOptions } from "./dispatch.ts";

export interface McpOptions extends DispatchOptions {
  log: Log;
  /** The public address of this installation. */
  publicUrl: () => string;
}

/** The field of a message that this file reads, wherever it is present. */
type McpMessage = { params?: { _meta?: { traceparent?: unknown } | null } | null } | null | undefined;

// The MCP library is loaded with the first message, because most processes never get a message.
const load = { messages: () => import("../mcp/messages.ts"), answers: () => import("../mcp/answer-message.ts") };

/**
 * Refuses requests with a foreign origin, or without JSON in `Accept`, before their body is read. Answers a body that
 * is not valid JSON with the protocol's own error.
 *
 * @throws foreign_origin, not_acceptable
 */
export function guardMcp({ publicUrl }: McpOptions): HttpMiddleware {
  return async (ctx, next) => {
    const origin = ctx.headers.origin;
    if (origin !== undefined && origin !== new URL(publicUrl()).origin && !isLoopback(origin, ctx))
      fail("foreign_origin");
    if (!ctx.accepts("application/json")) fail("not_acceptable");
    try {
      return await next();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "validation_error" && error.status === 400)) throw error;
      const { unparsable } = await load.messages();
      return unparsable(error.message);
    }
  };
}

/** Answers the message by the MCP server. */
export function dispatchMcp({ contract, callerOf, openScope, log }: McpOptions): HttpMiddleware {
  return async (ctx) => {
    const { body, admission, requestId, address, span } = ctx.state;
    // The span has begun by the time the body is read, so it cannot be a part of that trace.
    const { traceparent } = (body as McpMessage)?.params?._meta ?? {};
    if (typeof traceparent === "string") span?.link(traceparent);
    const { answerMessage } = await load.answers();
    const caller = callerOf(admission!, { requestId, address });
    const client = { contract, caller, openScope, requestId, log, query: ctx.state.query ?? {} };
    return answerMessage(body, ctx.headers, client);
  };
}

const loopback = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d+))?$/;

/**
 * Whether the origin is this server on the loopback interface. `Host` is not used: by DNS rebinding a foreign page can
 * reach this server under its own name, but its origin is then that name.
 */
function isLoopback(origin: string, ctx: HttpContext): boolean {
  const match = loopback.exec(origin);
  return match !== null && Number(match[1] ?? 80) === ctx.socket.localPort;
}
