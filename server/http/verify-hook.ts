import { hash } from "node:crypto";
import { teamOfAccount } from "../doors/account.ts";
import { fail } from "../errors.ts";
import { isSignedWith } from "../secrets/standard-webhooks.ts";
import type { HttpMiddleware } from "./context.ts";

export interface HookOptions {
  /** Finds the tokens that sign the hooks to a team, each of which is an API key. */
  hookTokens: (teamId: string) => Promise<string[]>;
}

/** Refuses a hook without a signature, or to no account, before its body is read. @throws invalid_signature */
export function readHook(): HttpMiddleware {
  return (ctx, next) => {
    const isSigned = ctx.headers["webhook-signature"] && ctx.headers["webhook-id"] && ctx.headers["webhook-timestamp"];
    if (!isSigned || teamOfAccount(ctx.state.path?.account ?? "") === undefined) fail("invalid_signature");
    return next();
  };
}

/**
 * Verifies the signature of a hook, whose token is the API key of the request. Equal bodies have one Idempotency-Key,
 * because every repetition of a hook has an id of its own.
 *
 * @throws invalid_signature
 */
export function verifyHook({ hookTokens }: HookOptions): HttpMiddleware {
  return async (ctx, next) => {
    const { path = {}, rawBody = Buffer.alloc(0) } = ctx.state;
    const tokens = await hookTokens(teamOfAccount(path.account ?? "")!);
    const headers = ctx.headers as Record<string, string>;
    ctx.state.key =
      tokens.find((token) => isSignedWith(token, rawBody.toString(), headers)) ?? fail("invalid_signature");
    ctx.state.idempotencyKey = `supabase ${hash("sha256", rawBody, "hex")}`;
    return next();
  };
}
