import type { HttpMiddleware } from "./context.ts";

const json = "application/json; charset=utf-8";

/**
 * Writes the answer, when the turn of the event loop ends in which it was made, together with all others of that turn.
 * A write wakes who reads it, which costs more than making most answers; while it is awake, the next writes cost less.
 * An answer that is alone waits for nobody: its turn ends with it. While the server stops, each tells its client that the
 * connection ends with it.
 *
 * Headers do not go through Koa, which keeps each in a table by its small letters and looks it up there again.
 */
export function writeAnswer(isDraining: () => boolean): HttpMiddleware {
  return async (ctx, next) => {
    ctx.state.headers = [];
    await next();
    await new Promise(setImmediate);
    const { headers, answer } = ctx.state;
    const { status, type = json, body } = answer!;
    const text = typeof body === "string" ? body : (JSON.stringify(body) ?? "");
    if (body !== undefined) headers.push("Content-Type", type);
    headers.push("Content-Length", String(Buffer.byteLength(text)));
    if (isDraining()) headers.push("Connection", "close");
    // Who is gone is not told anything.
    if (ctx.writable) ctx.res.writeHead(status, headers).end(text);
    else ctx.res.end();
  };
}
