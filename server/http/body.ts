import { type RouteId, routes } from "../../generated/operations.ts";
import { contractDocument } from "../contract/document.ts";
import { fail } from "../errors.ts";
import type { CallbackDialect, FormPairs } from "../provider/callbacks.ts";
import { type CallbackFields, fieldsOfForm, fieldsOfJson, fieldsOfText } from "./callback-fields.ts";
import type { HttpContext, HttpMiddleware } from "./context.ts";
import { parseForm } from "./form.ts";
import { holderOf } from "./holder.ts";
import { receiveBody } from "./receive-body.ts";
import type { UnfinishedBodies } from "./unfinished-bodies.ts";

const { bodyBytes, callbackBytes, doorBytes, mediaBytes } = contractDocument["x-limits"];

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Reads the bytes of the body, unless `findKey` has read them. @throws see `readBytes` */
export function readBody(bodies: UnfinishedBodies, milliseconds?: number): HttpMiddleware {
  return async (ctx, next) => {
    if (ctx.state.rawBody === undefined && ctx.method !== "GET") await readBytes(ctx, bodies, milliseconds);
    return next();
  };
}

/**
 * Reads the bytes of the body, which counts among `bodies` until it has arrived. Ignores the body of a GET or HEAD.
 *
 * @throws payload_too_large, unsupported_media_type for a compressed body; see `receiveBody`
 */
export async function readBytes(ctx: HttpContext, bodies: UnfinishedBodies, milliseconds?: number): Promise<void> {
  if (ctx.method === "GET" || ctx.method === "HEAD") return;
  const { "content-encoding": encoding = "identity" } = ctx.headers;
  if (encoding.toLowerCase() !== "identity")
    fail("unsupported_media_type", { message: "The body has a Content-Encoding. Send it without compression." });
  const { admission, operationId } = ctx.state;
  // A file is received only from a known caller.
  const limit = Math.min(bodyLimitOf(operationId), admission ? Number.POSITIVE_INFINITY : bodyBytes);
  if (announcedLength(ctx) > limit) fail("payload_too_large");
  if (awaitsContinue(ctx)) {
    ctx.res.writeContinue();
    ctx.state.continued = true;
  }
  ctx.state.rawBody = await receiveBody(ctx.req, limit, { bodies, holder: holderOf(ctx), milliseconds });
}

/** The size limit of an operation's body. Callbacks, doors and files have limits of their own. */
export function bodyLimitOf(id: RouteId | undefined): number {
  if (id === undefined) return bodyBytes;
  const { auth, door } = routes[id];
  if (auth === "signature" || auth === "carrier") return callbackBytes;
  if (id === "uploadMedia") return mediaBytes;
  return door ? doorBytes : bodyBytes;
}

/** The length in the header `Content-Length`; 0 without that header. */
export const announcedLength = ({ headers }: HttpContext): number => Number(headers["content-length"] ?? 0);

/** Whether the client may wait for `100 Continue` before it sends the body. */
export const awaitsContinue = ({ headers, req }: HttpContext): boolean =>
  headers.expect !== undefined && req.httpVersion === "1.1" && /(?:^|\W)100-continue(?:$|\W)/i.test(headers.expect);

/** Parses the body, unless `findKey` has parsed it, and removes the key from it. @throws see `parseBytes` */
export function parseBody(): HttpMiddleware {
  return (ctx, next) => {
    if (ctx.state.body === undefined) parseBytes(ctx);
    takeKey(ctx);
    return next();
  };
}

/**
 * Parses the bytes as JSON, or those of a callback as fields. An empty body counts as absent.
 *
 * @throws unsupported_media_type; validation_error (400) for invalid JSON, except in a callback
 */
export function parseBytes(ctx: HttpContext): void {
  const { rawBody, dialect } = ctx.state;
  if (!rawBody || rawBody.length === 0) return;
  if (dialect) ctx.state.body = parseFields(ctx, rawBody, dialect);
  else if (isJson(ctx)) ctx.state.body = parseJson(rawBody);
  else fail("unsupported_media_type");
}

/** The fields of a callback. The requirement's paths take forms and JSON, the paths of other carriers any body. */
function parseFields(ctx: HttpContext, rawBody: Buffer, { phoneFields }: CallbackDialect): CallbackFields {
  if (isForm(ctx)) return fieldsOfForm(formOf(ctx));
  if (isJson(ctx)) return fieldsOfJson(rawBody, phoneFields);
  return ctx.state.path?.kind === undefined ? fail("unsupported_media_type") : fieldsOfText(rawBody.toString());
}

/** Removes the API key from the body, so that no later step sees it. Returns undefined for an absent or empty key. */
export function takeKey({ state }: HttpContext, name = "api_key"): string | undefined {
  if (typeof state.body !== "object" || state.body === null || !Object.hasOwn(state.body, name)) return undefined;
  const { [name]: key, ...rest } = state.body as Record<string, unknown>;
  state.body = rest;
  return typeof key === "string" && key !== "" ? key : undefined;
}

// Most requests have exactly these types. Comparing them first is faster than the library's matching.
const json = "application/json";
const form = "application/x-www-form-urlencoded";

const hasExactType = (ctx: HttpContext, type: string) =>
  Boolean(ctx.state.rawBody?.length) && ctx.headers["content-type"] === type;

export const isForm = (ctx: HttpContext) => hasExactType(ctx, form) || Boolean(ctx.is(form));

export const isJson = (ctx: HttpContext) => hasExactType(ctx, json) || Boolean(ctx.is(json, "+json"));

/** The form of a callback's body, which is parsed once. */
export function formOf({ state }: HttpContext): FormPairs {
  const { rawBody = Buffer.alloc(0) } = state;
  state.form ??= parseForm(rawBody);
  return state.form;
}

function parseJson(raw: Buffer): unknown {
  try {
    const text = decoder.decode(raw);
    return /\d{22}/.test(text)
      ? JSON.parse(text, refuseLongInteger as Parameters<typeof JSON.parse>[1])
      : JSON.parse(text);
  } catch (cause) {
    return fail("validation_error", { status: 400, message: "The request body is not valid JSON.", cause });
  }
}

/** Replaces an integer of 22 digits or more, which is like a number with an exponent once parsed, by one that is refused. */
const refuseLongInteger = (_: string, value: unknown, { source = "" }: { source?: string }) =>
  /^-?\d{22,}$/.test(source) ? Number.MAX_SAFE_INTEGER + 1 : value;
