import type { IncomingMessage } from "node:http";
import type { RouteId } from "../../generated/operations.ts";
import { bodyLimitOf } from "./body.ts";

/**
 * Returns how many bytes of the body are received after the answer: twice the limit of the operation. A proxy answers 502
 * for a body that is a little too large if it is not received.
 */
export const maxDiscarded = (id: RouteId | undefined): number => 2 * bodyLimitOf(id);

/** How long the rest of a body is received. */
const maxMilliseconds = 5_000;

/**
 * Receives and discards at most `maxBytes` of the rest of a body whose request is answered already. Closing a connection
 * with unread bytes would reset it, and the client could lose the answer. Resolves to whether the body has ended.
 */
export function discardRest(request: IncomingMessage, maxBytes: number): Promise<boolean> {
  if (request.destroyed) return Promise.resolve(request.complete);
  return new Promise((resolve) => {
    let bytes = 0;
    const end = () => {
      clearTimeout(timer);
      request.off("data", count).off("end", end).off("close", end).pause();
      resolve(request.complete);
    };
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) end();
    };
    const timer = setTimeout(end, maxMilliseconds);
    // A client that goes away closes the request.
    request.on("error", () => {});
    request.on("data", count).once("end", end).once("close", end).resume();
  });
}
