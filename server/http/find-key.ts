import { contractDocument } from "../contract/document.ts";
import { ApiError, fail } from "../errors.ts";
import { announcedLength, isJson, parseBytes, readBytes, takeKey } from "./body.ts";
import type { BodyBudget } from "./body-budget.ts";
import type { HttpContext, HttpMiddleware } from "./context.ts";

const { bodyBytes } = contractDocument["x-limits"];

/**
 * Looks for the API key in the body, if neither a header nor the query has a key. Such a body is read before the caller
 * is authenticated, so the budget limits it. A body that cannot be parsed counts as a body without a key.
 *
 * @throws missing_team_context; server_error (503) if the budget is used up
 */
export function findKey(budget: BodyBudget): HttpMiddleware {
  return (ctx, next) => {
    if (ctx.state.key !== undefined) return next();
    const length = announcedLength(ctx, bodyBytes);
    if (length > bodyBytes || !isJson(ctx)) fail("missing_team_context");
    return budget.hold(length, async () => {
      ctx.state.key = await readKey(ctx);
      return next();
    });
  };
}

async function readKey(ctx: HttpContext): Promise<string> {
  try {
    await readBytes(ctx);
    parseBytes(ctx);
  } catch (cause) {
    if (cause instanceof ApiError) fail("missing_team_context", { cause });
    throw cause;
  }
  return takeKey(ctx) ?? fail("missing_team_context");
}
