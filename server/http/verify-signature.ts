import { fail } from "../errors.ts";
import { isSignature, isSigned, type SignedRequest } from "../provider/signature.ts";
import { formOf, isForm, isJson } from "./body.ts";
import type { HttpContext, HttpMiddleware } from "./context.ts";

export interface SignatureOptions {
  /** The auth tokens that a callback may be signed with. */
  webhookClientSecrets: readonly string[];
  /** The addresses that the provider may call, without a trailing slash. What a request says of its own is not trusted. */
  callbackUrls: () => string[];
}

/**
 * Refuses a callback whose header has no signature, or a text that cannot be one, before its body is read.
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
 * Lets a callback on if the provider's signature is right, before anything else is made of its content.
 *
 * @throws invalid_signature; payload_too_large for a form of too many fields
 */
export function verifySignature({ webhookClientSecrets, callbackUrls }: SignatureOptions): HttpMiddleware {
  return (ctx, next) => {
    const { signature = "" } = ctx.state;
    const request = { urls: callbackUrls().map((url) => url + ctx.url), signature, content: contentOf(ctx) };
    if (!webhookClientSecrets.some((secret) => isSigned(secret, request))) fail("invalid_signature");
    return next();
  };
}

/** What the signature covers beside the address: nothing of a body that is neither. */
function contentOf(ctx: HttpContext): SignedRequest["content"] {
  if (isForm(ctx)) return { form: formOf(ctx) };
  return isJson(ctx) ? { json: ctx.state.rawBody ?? Buffer.alloc(0) } : { form: [] };
}
