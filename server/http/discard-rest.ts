import type { IncomingMessage } from "node:http";
import { contractDocument } from "../contract/document.ts";

/**
 * How many bytes of a body are received after the answer, so that the client can read the answer: twice those of the largest
 * upload. A proxy answers 502 for an upload that is a little too large if it is not received.
 */
const maxBytes = 2 * contractDocument["x-limits"].mediaBytes;

/** How long the rest of a body is received. */
const maxMilliseconds = 5_000;

/**
 * Receives and discards the rest of a body whose request is answered already. Closing a connection with unread bytes
 * would reset it, and the client could lose the answer. Resolves to whether the body has ended.
 */
export function discardRest(request: IncomingMessage): Promise<boolean> {
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

/** Whether the body's announced length is more than `discardRest` receives. */
export const isTooLongToDiscard = ({ headers }: IncomingMessage): boolean =>
  Number(headers["content-length"]) > maxBytes;
