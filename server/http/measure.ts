import type { RouteId } from "../../generated/operations.ts";
import type { HttpMiddleware } from "./context.ts";

export type CountRequest = (request: {
  operationId: RouteId | undefined;
  status: number;
  seconds: number;
  errorCode: string | undefined;
}) => void;

/** Counts every request by operation and status, and measures the time until its answer was ready. */
export function measure(count: CountRequest): HttpMiddleware {
  return async (ctx, next) => {
    const started = performance.now();
    const answer = await next();
    const { operationId, errorCode } = ctx.state;
    count({ operationId, status: answer.status, seconds: (performance.now() - started) / 1_000, errorCode });
    return answer;
  };
}
