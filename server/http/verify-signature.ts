import { routes } from "../../generated/operations.ts";
import { fail } from "../errors.ts";
import { isSigned, type SignedRequest } from "../provider/signature.ts";
import { formOf, isForm, isJson } from "./body.ts";
import type { HttpContext, HttpMiddleware } from "./context.ts";

export interface SignatureOptions {
  /** The provider's auth token. */
  webhookClientSecret: string;
  /** The address that the provider calls, without a trailing slash. What a request says of it is not trusted. */
  publicUrl: () => string;
}

/**
 * Lets a callback on if the provider's signature is right, before anything else is made of its content.
 *
 * @throws invalid_signature
 */
export function verifySignature({ webhookClientSecret, publicUrl }: SignatureOptions): HttpMiddleware {
  return (ctx, next) => {
    if (routes[ctx.state.operationId!].auth === "signature") {
      const isRight = isSigned(webhookClientSecret, {
        url: publicUrl() + ctx.url,
        signature: ctx.get("X-Provider-Signature") || ctx.get("X-Twilio-Signature"),
        content: contentOf(ctx),
      });
      if (!isRight) fail("invalid_signature");
    }
    return next();
  };
}

/** What the signature covers beside the address: nothing of a body that is neither. */
function contentOf(ctx: HttpContext): SignedRequest["content"] {
  if (isForm(ctx)) return { form: formOf(ctx) };
  return isJson(ctx) ? { json: ctx.state.rawBody ?? Buffer.alloc(0) } : { form: [] };
}
