import { contractDocument } from "../contract/document.ts";
import { ApiError, fail } from "../errors.ts";
import { announcedLength, isJson, parseBytes, readBytes, takeKey } from "./body.ts";
import type { HttpContext, HttpMiddleware } from "./context.ts";
import type { UnfinishedBodies } from "./unfinished-bodies.ts";

const { bodyBytes } = contractDocument["x-limits"];

/**
 * Looks for the API key in the body, if neither a header nor the query has a key, and so reads it before the caller is
 * authenticated. A body that cannot be read or parsed counts as a body without a key.
 *
 * @throws missing_team_context; server_error (503) if the body has to end, see `UnfinishedBodies`
 */
export function findKey(bodies: UnfinishedBodies): HttpMiddleware {
  return (ctx, next) => {
    if (ctx.state.key !== undefined) return next();
    if (announcedLength(ctx) > bodyBytes || !isJson(ctx)) fail("missing_team_context");
    return readKey(ctx, bodies).then((key) => {
      ctx.state.key = key;
      return next();
    });
  };
}

async function readKey(ctx: HttpContext, bodies: UnfinishedBodies): Promise<string> {
  try {
    await readBytes(ctx, bodies);
    parseBytes(ctx);
  } catch (cause) {
    if (cause instanceof ApiError && cause.status < 500) fail("missing_team_context", { cause });
    throw cause;
  }
  return takeKey(ctx) ?? fail("missing_team_context");
}
