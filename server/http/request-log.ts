import { randomUUID } from "node:crypto";
import type { RouteId } from "../../generated/operations.ts";
import { type Log, withoutMasking } from "../log.ts";
import type { HttpMiddleware } from "./context.ts";

/** What asks again and again, and would fill the log. */
const probes = new Set<RouteId | undefined>(["getHealth", "getReadiness", "getMetrics"]);

const sane = /^[\w.:/+=-]{1,128}$/;

/**
 * Gives the request its id (the caller's, if it sent a sane one), says it in `X-Request-Id`, and writes a line when it
 * is answered. The line names the API key by its id, and the peer by its address, so that refused keys can be counted by
 * source. Query strings and bodies are in no log: a key may be in them.
 */
export function requestLog(log: Log): HttpMiddleware {
  const lines = withoutMasking(log);
  return async (ctx, next) => {
    const started = performance.now();
    const given = ctx.headers["x-request-id"];
    ctx.state.requestId = typeof given === "string" && sane.test(given) ? given : randomUUID();
    ctx.state.headers.push("X-Request-Id", ctx.state.requestId);
    // The address is gone with the connection.
    const peerAddress = ctx.req.socket.remoteAddress;
    await next();
    const { requestId, traceId, operationId, answer, errorCode, admission } = ctx.state;
    lines[probes.has(operationId) ? "debug" : "info"](
      {
        requestId,
        traceId,
        method: ctx.method,
        // `ctx.path` would throw when the target is no URL.
        path: ctx.url.split(/[?#]/, 1)[0],
        status: answer!.status,
        error: errorCode,
        milliseconds: Math.round((performance.now() - started) * 10) / 10,
        operationId,
        peerAddress,
        teamId: admission?.teamId,
        apiKeyId: admission?.apiKeyId,
        testMode: admission?.testMode,
      },
      "request",
    );
  };
}
