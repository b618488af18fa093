import { awaitsContinue } from "./body.ts";
import type { HttpMiddleware } from "./context.ts";
import { discardRest, isTooLongToDiscard } from "./discard-rest.ts";

const json = "application/json; charset=utf-8";

/**
 * Writes the answer at the end of the event loop's tick in which it was made, together with all others of that tick.
 * A write wakes its reader, which costs more than making most answers; while the reader is awake, the next writes cost
 * less. An answer that is alone waits for nothing: its tick ends with it. While the server stops, each answer tells its
 * client that the connection ends with it.
 *
 * Headers do not go through Koa, which keeps each in a table by its lower-case name and looks it up there again.
 */
export function writeAnswer(isDraining: () => boolean): HttpMiddleware {
  return async (ctx, next) => {
    ctx.state.headers = [];
    await next();
    await new Promise(setImmediate);
    const { headers, answer } = ctx.state;
    const { status, type = json, body, text = JSON.stringify(body) ?? "" } = answer!;
    const { req, res } = ctx;
    const isReceived = req.complete;
    if (body !== undefined) headers.push("Content-Type", type);
    // The length in a 304 would be that of the body which it leaves out.
    if (status !== 304) headers.push("Content-Length", String(Buffer.byteLength(text)));
    if (isDraining() || (!isReceived && isTooLongToDiscard(req))) headers.push("Connection", "close");
    // A client that is gone is not told anything.
    if (!ctx.writable) return void res.end();
    res.writeHead(status, headers);
    if (isReceived) return void res.end(text);

    res.flushHeaders();
    res.write(text);
    // A client that waits for `100 Continue` gets the answer instead, and sends nothing.
    const isAwaited = awaitsContinue(ctx) && !ctx.state.continued;
    const hasEnded = !isAwaited && (await discardRest(req));
    res.end();
    if (!hasEnded) req.socket.destroySoon();
  };
}
