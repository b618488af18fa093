import { routes } from "../../generated/operations.ts";
import type { Tracing } from "../tracing/tracing.ts";
import type { HttpMiddleware } from "./context.ts";

/** Traces every request in a span that has the operation's name. Spans contain no paths and queries of requests. */
export function trace(tracing: Tracing): HttpMiddleware {
  return (ctx, next) =>
    tracing.traceRequest(ctx.headers, async (span) => {
      ctx.state.span = span;
      const answer = await next();
      const { operationId } = ctx.state;
      const route = operationId && routes[operationId].path;
      span.end({ name: operationId, method: ctx.method, route, status: answer.status });
      return answer;
    });
}
