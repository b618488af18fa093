import { hash } from "node:crypto";
import fresh from "fresh";
import type { HttpMiddleware } from "./context.ts";

/**
 * Adds an `ETag` to an answer that never changes, and answers 304 if the client has that version. The hash is computed
 * once, from the first answer.
 *
 * `fresh` gets no other header of the request: `fetch` sends `Cache-Control: no-cache` with `If-None-Match`, and `fresh`
 * would then never report a match.
 */
export function revalidate(): HttpMiddleware {
  let etag: string | undefined;
  return async (ctx, next) => {
    const answer = await next();
    etag ??= `"${hash("sha256", answer.body!, "base64url")}"`;
    ctx.state.headers.push("ETag", etag);
    const isFresh = fresh({ "if-none-match": ctx.headers["if-none-match"] }, { etag });
    return isFresh ? { status: 304, body: undefined } : answer;
  };
}
