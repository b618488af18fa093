import { fail } from "../errors.ts";
import { type CallbackDialect, storedSignature } from "../provider/callbacks.ts";
import { formOf, isForm, isJson } from "./body.ts";
import type { HttpContext, HttpMiddleware } from "./context.ts";

/** The parameters of a callback's path. The requirement's paths have none. */
export type CallbackPath = { kind?: string; account?: string };

export interface SignatureOptions {
  /** Finds how the carrier of a path calls back. */
  dialectOf: (path: CallbackPath) => CallbackDialect | undefined;
  /** The server's public URLs without a trailing slash. The request's own `Host` header is not trusted. */
  callbackUrls: () => string[];
}

/**
 * Refuses a callback of an unknown carrier, and one without a signature or with a malformed signature, before its body is
 * read.
 *
 * @throws not_found, invalid_signature
 */
export function readSignature({ dialectOf }: SignatureOptions): HttpMiddleware {
  return (ctx, next) => {
    const dialect = dialectOf(ctx.state.path ?? {}) ?? fail("not_found");
    if (!dialect.mayBeSigned(ctx.headers)) fail("invalid_signature");
    ctx.state.dialect = dialect;
    return next();
  };
}

/**
 * Verifies the carrier's signature before a callback's body is parsed any further. The signature of the requirement's
 * paths is kept as it is. Another has any length, so its hash is kept, with the kind of its carrier and the account.
 *
 * @throws invalid_signature
 */
export function verifySignature({ callbackUrls }: SignatureOptions): HttpMiddleware {
  return (ctx, next) => {
    const { kind, account } = ctx.state.path as CallbackPath;
    const signature = ctx.state.dialect!.verify(requestOf(ctx, callbackUrls())) ?? fail("invalid_signature");
    ctx.state.signature =
      kind === undefined || account === undefined ? signature : storedSignature(kind, account, signature);
    return next();
  };
}

function requestOf(ctx: HttpContext, publicUrls: string[]) {
  const { headers } = ctx;
  const urls = publicUrls.map((url) => url + ctx.url);
  const body = ctx.state.rawBody ?? Buffer.alloc(0);
  if (isForm(ctx)) return { urls, headers, body, type: "form" as const, form: formOf(ctx) };
  return { urls, headers, body, type: isJson(ctx) ? ("json" as const) : ("other" as const), form: [] };
}
