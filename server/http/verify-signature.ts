import { fail } from "../errors.ts";
import { isSignature, isSigned, type SignedRequest } from "../provider/twilio/signature.ts";
import { formOf, isForm, isJson } from "./body.ts";
import type { HttpContext, HttpMiddleware } from "./context.ts";

export interface SignatureOptions {
  /** The auth tokens that a callback may be signed with. */
  webhookClientSecrets: readonly string[];
  /** The server's public URLs without a trailing slash. The request's own `Host` header is not trusted. */
  callbackUrls: () => string[];
}

/**
 * Refuses a callback without a signature header, or with a malformed signature, before its body is read.
 *
 * @throws invalid_signature
 */
export function readSignature(): HttpMiddleware {
  return (ctx, next) => {
    const signature = ctx.get("X-Provider-Signature") || ctx.get("X-Twilio-Signature");
    if (!isSignature(signature)) fail("invalid_signature");
    ctx.state.signature = signature;
    return next();
  };
}

/**
 * Verifies the provider's signature before a callback's body is parsed any further.
 *
 * @throws invalid_signature
 */
export function verifySignature({ webhookClientSecrets, callbackUrls }: SignatureOptions): HttpMiddleware {
  return (ctx, next) => {
    const { signature = "" } = ctx.state;
    const request = { urls: callbackUrls().map((url) => url + ctx.url), signature, content: contentOf(ctx) };
    if (!webhookClientSecrets.some((secret) => isSigned(secret, request))) fail("invalid_signature");
    return next();
  };
}

/** The signed part of the body. The signature of a body that is neither a form nor JSON covers only the URL. */
function contentOf(ctx: HttpContext): SignedRequest["content"] {
  if (isForm(ctx)) return { form: formOf(ctx) };
  return isJson(ctx) ? { json: ctx.state.rawBody ?? Buffer.alloc(0) } : { form: [] };
}
