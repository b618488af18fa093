import getRawBody from "raw-body";
import { routes } from "../../generated/operations.ts";
import { contractDocument } from "../contract/document.ts";
import { ApiError, fail } from "../errors.ts";
import type { FormPairs } from "../provider/signature.ts";
import type { HttpContext, HttpMiddleware } from "./context.ts";
import { parseForm } from "./form.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads the bytes of the body. A GET has none, whatever it carries.
 *
 * @throws payload_too_large, validation_error (400) for one that is incomplete
 */
export function readBody(): HttpMiddleware {
  const { bodyBytes } = contractDocument["x-limits"];
  return async (ctx, next) => {
    if (ctx.method !== "GET" && ctx.method !== "HEAD") {
      const length = ctx.get("Content-Length") || null;
      ctx.state.rawBody = await getRawBody(ctx.req, { limit: bodyBytes, length }).catch((error) => refuse(error));
    }
    await next();
  };
}

/**
 * Makes fields of the bytes: of JSON, or of a form where the operation takes one. An empty body counts as none.
 *
 * @throws unsupported_media_type, validation_error (400) for what is not JSON
 */
export function parseBody(): HttpMiddleware {
  return (ctx, next) => {
    const { rawBody, operationId } = ctx.state;
    if (rawBody && rawBody.length > 0) {
      const { takesForm } = routes[operationId!];
      if (takesForm && isForm(ctx)) ctx.state.body = fieldsOf(formOf(ctx));
      else if (isJson(ctx)) ctx.state.body = takesForm ? fieldsOfJson(parseJson(rawBody)) : parseJson(rawBody);
      else fail("unsupported_media_type");
    }
    return next();
  };
}

// As nearly everybody says it; other words for it take the library a while.
const json = "application/json";
const form = "application/x-www-form-urlencoded";

const says = (ctx: HttpContext, type: string) =>
  Boolean(ctx.state.rawBody?.length) && ctx.headers["content-type"] === type;

export const isForm = (ctx: HttpContext) => says(ctx, form) || Boolean(ctx.is(form));

export const isJson = (ctx: HttpContext) => says(ctx, json) || Boolean(ctx.is(json, "+json"));

/** The body's form, which is read once. */
export function formOf({ state }: HttpContext): FormPairs {
  state.form ??= parseForm(state.rawBody ?? Buffer.alloc(0));
  return state.form;
}

/** Fields, with replacement characters for NUL and half characters, which no column holds: no text is lost for them. */
function fieldsOf(pairs: readonly (readonly [name: string, value: unknown])[]): Record<string, unknown> {
  const storable = (value: unknown) =>
    typeof value === "string" ? value.toWellFormed().replaceAll("\0", "\ufffd") : value;
  return Object.fromEntries(pairs.map(([name, value]) => [storable(name), storable(value)]));
}

/** The fields of an object; what is none is not ours to judge. */
const fieldsOfJson = (body: unknown) =>
  typeof body === "object" && body !== null && !Array.isArray(body) ? fieldsOf(Object.entries(body)) : body;

function parseJson(raw: Buffer): unknown {
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
