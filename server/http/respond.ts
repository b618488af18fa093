/**
 * Writes the responses. We write responses ourselves, for these two reasons:
 *
 * 1. All responses of a tick leave in one burst at its end. Waking the reader costs more than building a response. A
 *    single response is not delayed, because its tick ends at once.
 * 2. Koa's own responses cost more. `app.callback()` watches the socket of each response for its end. `ctx.set` and
 *    `ctx.body` validate each header, store it and look it up again. With them and koa-helmet, Node spends 12 % more CPU
 *    on a text, 24 % on a callback and 7 % on a page.
 *
 * Koa supplies the context of a request. Its middleware returns the answer, and the headers are an array in its state.
 */
import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import Koa from "koa";
import compose from "koa-compose";
import { ApiError } from "../errors.ts";
import type { Log } from "../log.ts";
import { errorBody } from "../operations/error-body.ts";
import { announcedLength, awaitsContinue } from "./body.ts";
import type { ComposedMiddleware, HttpAnswer, HttpContext, HttpMiddleware, RequestState } from "./context.ts";
import { discardRest, maxDiscarded } from "./discard-rest.ts";

export interface ListenerOptions {
  log: Log;
  /** Whether the server is about to stop. Each response then closes its connection. */
  isDraining: () => boolean;
}

const json = "application/json; charset=utf-8";

/** Creates the listener that runs the middleware for every request and writes the answer. */
export function createListener(middleware: HttpMiddleware[], { log, isDraining }: ListenerOptions): RequestListener {
  const koa = new Koa();
  const run: ComposedMiddleware = compose(middleware);

  async function respond(ctx: HttpContext): Promise<void> {
    const answer: HttpAnswer = await run(ctx, async () => {});
    await new Promise(setImmediate);
    await write(ctx, answer, isDraining());
  }

  return (req, res) => {
    const ctx = koa.createContext<RequestState>(req, res);
    ctx.state.headers = [];
    respond(ctx).catch((error) => {
      log.error({ err: error }, "response not written");
      answerFailure(ctx);
    });
  };
}

async function write(ctx: HttpContext, answer: HttpAnswer, isDraining: boolean): Promise<void> {
  const { req, res, state } = ctx;
  const { status, type = json, body } = answer;
  const { headers } = state;
  if (answer.stream && ctx.method !== "HEAD") return begin(ctx, answer, type, answer.stream);
  const isReceived = req.complete;
  const { length = body === undefined ? 0 : Buffer.byteLength(body) } = answer;
  if (body !== undefined || answer.length !== undefined) headers.push("Content-Type", type);
  // In a 304, the length would have to be that of the omitted body.
  if (status !== 304) headers.push("Content-Length", String(length));
  if (isDraining || (!isReceived && announcedLength(ctx) > maxDiscarded(state.operationId)))
    headers.push("Connection", "close");
  // The client has closed the connection.
  if (!ctx.writable) return void res.end();
  res.writeHead(status, headers);
  if (isReceived) return void res.end(body);

  res.flushHeaders();
  if (body !== undefined) res.write(body);
  // A client that waits for `100 Continue` gets the response instead and does not send the body.
  const isAwaited = awaitsContinue(ctx) && !state.continued;
  const hasEnded = !isAwaited && (await discardRest(req, maxDiscarded(state.operationId)));
  res.end();
  if (!hasEnded) req.socket.destroySoon();
}

/** Writes the head of a stream, and lets it write the rest. */
function begin({ res, state, writable }: HttpContext, answer: HttpAnswer, type: string, stream: StreamBody): void {
  if (!writable) return void res.end();
  const { status, length } = answer;
  const size = length === undefined ? [] : ["Content-Length", String(length)];
  res.writeHead(status, [...state.headers, "Content-Type", type, ...size]);
  res.flushHeaders();
  stream(res);
}

type StreamBody = NonNullable<HttpAnswer["stream"]>;

/** Answers a request whose middleware has failed, which is a bug: `errorResponse` handles all expected errors. */
function answerFailure({ res, state }: HttpContext): void {
  if (res.headersSent) return void res.destroy();
  const { requestId = randomUUID() } = state;
  const body = JSON.stringify(errorBody(new ApiError("server_error"), requestId));
  res.writeHead(500, { "Content-Type": json, "Content-Length": Buffer.byteLength(body), "X-Request-Id": requestId });
  res.end(body);
}

/**
 * Adds the headers that a middleware sets, which must be the same for every request: the headers of a response are an
 * array here, so a fake response gives them once.
 */
export function constantHeaders(middleware: Koa.Middleware): HttpMiddleware {
  const headers = new Map<string, string>();
  const res = { setHeader: (name: string, value: string) => headers.set(name, value) };
  middleware({ req: {}, res } as unknown as Koa.Context, async () => {});
  const pairs = [...headers].flat();
  return (ctx, next) => {
    ctx.state.headers.push(...pairs);
    return next();
  };
}
