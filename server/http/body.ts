import getRawBody from "raw-body";
import { contractDocument } from "../contract/document.ts";
import { ApiError, fail } from "../errors.ts";
import type { HttpMiddleware } from "./context.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a JSON body; an empty one counts as none. A GET has none, whatever it carries.
 *
 * @throws unsupported_media_type, payload_too_large, validation_error (400) for what is not JSON
 */
export function body(): HttpMiddleware {
  const { bodyBytes } = contractDocument["x-limits"];
  return async (ctx, next) => {
    if (ctx.method !== "GET" && ctx.method !== "HEAD") {
      const raw = await getRawBody(ctx.req, { limit: bodyBytes, length: ctx.get("Content-Length") || null }).catch(
        (error) => refuse(error),
      );
      if (raw.length > 0) {
        if (!ctx.is("application/json", "+json")) fail("unsupported_media_type");
        ctx.state.body = parse(raw);
      }
    }
    await next();
  };
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(decoder.decode(raw));
  } catch (cause) {
    return fail("validation_error", { status: 400, message: "The request body is not valid JSON.", cause });
  }
}

function refuse(error: Error & { type?: string }): never {
  if (error.type === "entity.too.large") fail("payload_too_large", { cause: error });
  throw new ApiError("validation_error", { status: 400, message: "The request body is incomplete.", cause: error });
}
