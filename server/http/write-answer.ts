import type { HttpMiddleware } from "./context.ts";

const json = "application/json; charset=utf-8";

/**
 * Writes the answer, when the turn of the event loop ends in which it was made, together with all others of that turn.
 * A write wakes who reads it, which costs more than making most answers; while it is awake, the next writes cost less.
 * An answer that is alone waits for nobody: its turn ends with it.
 *
 * Koa would keep each header in a table by its small letters, which costs more than all else that it does.
 */
export function writeAnswer(): HttpMiddleware {
  return async (ctx, next) => {
    ctx.state.headers = [];
    await next();
    await new Promise(setImmediate);
    const { headers, answer } = ctx.state;
    const { status, type = json, body } = answer!;
    const text = typeof body === "string" ? body : (JSON.stringify(body) ?? "");
    if (body !== undefined) headers.push("Content-Type", type);
    headers.push("Content-Length", String(Buffer.byteLength(text)));
    // Who is gone is not told anything.
    if (ctx.writable) ctx.res.writeHead(status, headers).end(text);
    else ctx.res.end();
  };
}
