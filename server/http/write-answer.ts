import { awaitsContinue } from "./body.ts";
import type { HttpMiddleware } from "./context.ts";
import { discardRest, isTooLongToDiscard } from "./discard-rest.ts";

const json = "application/json; charset=utf-8";

/**
 * Writes the response at the end of the tick in which it was made, together with all other responses of that tick. A
 * write wakes the process that reads, which costs more than building most responses. Consecutive writes cost less,
 * because the reader is awake. A single response is not delayed, because its tick ends at once.
 *
 * While the server stops, each response closes its connection. Headers bypass Koa, which would store each header by its
 * lower-case name and look it up again.
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
    // In a 304, the length would have to be that of the omitted body.
    if (status !== 304) headers.push("Content-Length", String(Buffer.byteLength(text)));
    if (isDraining() || (!isReceived && isTooLongToDiscard(req))) headers.push("Connection", "close");
    // The client has closed the connection.
    if (!ctx.writable) return void res.end();
    res.writeHead(status, headers);
    if (isReceived) return void res.end(text);

    res.flushHeaders();
    res.write(text);
    // A client that waits for `100 Continue` gets the response instead and does not send the body.
    const isAwaited = awaitsContinue(ctx) && !ctx.state.continued;
    const hasEnded = !isAwaited && (await discardRest(req));
    res.end();
    if (!hasEnded) req.socket.destroySoon();
  };
}
