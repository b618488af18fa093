import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { ApiError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { FileOperation } from "../operations/handlers.ts";
import type { OpenedFile } from "../operations/scope.ts";
import type { Places } from "../shares/places.ts";
import type { HttpMiddleware } from "./context.ts";
import type { DispatchOptions } from "./dispatch.ts";
import { holderOf } from "./holder.ts";

export interface FileOptions extends DispatchOptions {
  log: Log;
  /** The files that are being sent. Each has one part in memory, for as long as its client takes to read it. */
  downloads: Places;
}

/** A client that reads nothing for this time loses its connection. */
const stallMilliseconds = 30_000;

/**
 * Answers with a stored file, part by part. The first part is read before the head of the answer, so that a fault is an
 * error in the API's shape. The slot of the request is free once the answer has begun.
 *
 * @throws server_error (503) if the caller, or the process, has too many downloads
 */
export function sendFile(
  id: FileOperation,
  { contract, callerOf, openScope, log, downloads }: FileOptions,
): HttpMiddleware {
  return async (ctx) => {
    const { headers, path = {}, query = {}, body, admission, requestId, address } = ctx.state;
    const caller = admission ? callerOf(admission, { requestId, address }) : openScope;
    const { status, body: answer } = await contract.invoke(id, { path, query, body }, caller);
    const { contentType, bytes, parts } = answer as OpenedFile;
    const type = { status, type: contentType, body: undefined, length: bytes };
    headers.push("Content-Disposition", "attachment", "Cache-Control", "private, no-store");
    if (ctx.method === "HEAD") return type;

    const holder = holderOf(ctx);
    if (!downloads.hasRoomFor(holder)) {
      const message = "The server is sending too many files. Try again shortly.";
      throw new ApiError("server_error", { status: 503, retryAfterSeconds: 1, message });
    }
    downloads.take(holder);
    const release = () => downloads.release(holder);
    ctx.res.once("close", release);
    const first = await parts.next();
    return {
      ...type,
      stream(response) {
        writeParts(response, first, parts).catch((err) => {
          if (!response.closed) log.error({ err, requestId }, "file not sent");
          response.destroy();
        });
      },
    };
  };
}

/** Writes the parts as the client reads them. The rest is not read once the client has stopped. */
async function writeParts(
  response: ServerResponse,
  first: IteratorResult<Uint8Array>,
  parts: AsyncIterator<Uint8Array>,
): Promise<void> {
  for (let part = first; !part.done; part = await parts.next()) {
    if (response.closed) return;
    if (!response.write(part.value)) await drained(response);
  }
  response.end();
}

/** Waits until the client has read what was written. Rejects if it reads nothing for too long, or closes its connection. */
async function drained(response: ServerResponse): Promise<void> {
  const waiting = new AbortController();
  const stop = () => waiting.abort();
  const timer = setTimeout(stop, stallMilliseconds);
  response.once("close", stop);
  try {
    await once(response, "drain", { signal: waiting.signal });
  } finally {
    clearTimeout(timer);
    response.off("close", stop);
  }
}
