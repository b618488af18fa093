import { hash } from "node:crypto";
import fresh from "fresh";
import type { HttpMiddleware } from "./context.ts";

/**
 * Adds an `ETag` to an answer that never changes, and answers 304 if the client has that version. An operation has a few
 * such answers, by its query; the hash of each is computed once.
 *
 * `fresh` gets no other header of the request: `fetch` sends `Cache-Control: no-cache` with `If-None-Match`, and `fresh`
 * would then never report a match.
 */
export function revalidate(): HttpMiddleware {
  const etags = new Map<string, string>();
  return async (ctx, next) => {
    const answer = await next();
    const body = answer.body!;
    const etag = etags.get(body) ?? `"${hash("sha256", body, "base64url")}"`;
    etags.set(body, etag);
    ctx.state.headers.push("ETag", etag);
    const isFresh = fresh({ "if-none-match": ctx.headers["if-none-match"] }, { etag });
    return isFresh ? { status: 304, body: undefined } : answer;
  };
}
