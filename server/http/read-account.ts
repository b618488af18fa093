import { isAccountOf, isPathOf } from "../doors/account.ts";
import { fail } from "../errors.ts";
import type { HttpMiddleware } from "./context.ts";

/**
 * Reads the account and the API key from the header `Authorization: Basic`. A door for the clients of another service
 * looks for the key nowhere else.
 *
 * @throws missing_team_context
 */
export function readAccount(): HttpMiddleware {
  return (ctx, next) => {
    const [, encoded = ""] = /^basic +(\S+)$/i.exec(ctx.headers.authorization ?? "") ?? [];
    const [, account = "", key = ""] = /^([^:]+):(.+)$/s.exec(Buffer.from(encoded, "base64").toString()) ?? [];
    if (key === "") fail("missing_team_context");
    ctx.state.account = account;
    ctx.state.key = key;
    return next();
  };
}

/**
 * Checks the account of an admitted request: it names the team or the API key, and the path names the team.
 *
 * @throws missing_team_context; not_found for the path of another account
 */
export function checkAccount(): HttpMiddleware {
  return (ctx, next) => {
    const { account = "", admission, path = {} } = ctx.state;
    if (!isAccountOf(admission!, account)) fail("missing_team_context");
    if (!isPathOf(admission!, path)) fail("not_found", { message: "There is no such account or service." });
    return next();
  };
}
