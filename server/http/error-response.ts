import { findDoor } from "../doors/errors.ts";
import type { Log } from "../log.ts";
import { asApiError, errorBody } from "../operations/error-body.ts";
import type { HttpMiddleware } from "./context.ts";

/**
 * Turns every thrown error into an answer in the error shape or that of a door, including errors of serialization. An
 * error that is not an ApiError becomes `server_error`. Failures are logged, except those with `Retry-After`.
 */
export function errorResponse(log: Log): HttpMiddleware {
  return async (ctx, next) => {
    try {
      return await next();
    } catch (thrown) {
      const error = asApiError(thrown);
      const { requestId, operationId, headers } = ctx.state;
      const isFailure = error.status >= 500 && error.retryAfterSeconds === undefined;
      if (isFailure) log.error({ requestId, operationId, err: error.cause ?? error }, error.code);
      const door = findDoor(operationId, ctx.url.split("?", 1)[0]!);
      const seconds = error.retryAfterSeconds ?? (door && error.status === 503 ? 1 : undefined);
      if (seconds !== undefined) headers.push("Retry-After", String(seconds));
      const challenge = door ? door.challenge : "Bearer";
      if (error.code === "missing_team_context" && challenge) headers.push("WWW-Authenticate", challenge);
      if (error.scopes && !door) {
        headers.push("WWW-Authenticate", `Bearer error="${error.code}", scope="${error.scopes.join(" ")}"`);
      }
      ctx.state.errorCode = error.code;
      if (door) {
        const { status, body } = door.describe(error, operationId);
        return { status, body: JSON.stringify(body) };
      }
      return { status: error.status, body: JSON.stringify(errorBody(error, requestId)) };
    }
  };
}
