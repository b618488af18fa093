import { randomUUID } from "node:crypto";
import { type RouteId, routes } from "../../generated/operations.ts";
import { type Log, withoutMasking } from "../log.ts";
import type { FindClientAddress } from "./client-address.ts";
import type { HttpMiddleware } from "./context.ts";

/** The operations that monitoring calls often. They are logged at level debug. */
const probes = new Set<RouteId | undefined>(["getHealth", "getReadiness", "getMetrics"]);

const validRequestId = /^[\w.:/+=-]{1,128}$/;

/**
 * Sets the request's id, which is the caller's `X-Request-Id` if that is valid, and logs a line for the answer. The line
 * has the API key's id and the peer's address, so that refused keys can be counted by source. The route stands for the
 * path, because paths can have phones and tokens. Query strings and bodies are never logged, because they may contain a key.
 */
export function requestLog(log: Log, findClientAddress: FindClientAddress): HttpMiddleware {
  const lines = withoutMasking(log);
  return async (ctx, next) => {
    const started = performance.now();
    const given = ctx.headers["x-request-id"];
    ctx.state.requestId = typeof given === "string" && validRequestId.test(given) ? given : randomUUID();
    ctx.state.headers.push("X-Request-Id", ctx.state.requestId);
    // Read now, because a closed socket has no address.
    const peerAddress = ctx.req.socket.remoteAddress;
    ctx.state.address = findClientAddress(peerAddress, ctx.headers["x-forwarded-for"] as string | undefined);
    const answer = await next();
    const { requestId, span, operationId, errorCode, admission } = ctx.state;
    lines[probes.has(operationId) ? "debug" : "info"](
      {
        requestId,
        traceId: span?.traceId,
        method: ctx.method,
        route: operationId ? routes[operationId].path : "none",
        status: answer.status,
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
    return answer;
  };
}
