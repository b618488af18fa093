import type { IncomingMessage } from "node:http";
import { ApiError } from "../errors.ts";
import type { UnfinishedBodies } from "./unfinished-bodies.ts";

/** Where an unfinished body counts, for whom, and how long it may take to arrive. */
export interface Arrival {
  bodies: UnfinishedBodies;
  holder: string;
  /** Undefined: the time limit of every request holds, see `createHttpServer`. */
  milliseconds?: number | undefined;
}

/**
 * Receives a body of at most `limit` bytes. A body that came with its head is read at once. Any other counts as
 * unfinished until it has arrived.
 *
 * @throws payload_too_large; validation_error (400) for an incomplete or late body; server_error (503) if it has to end
 */
export async function receiveBody(request: IncomingMessage, limit: number, arrival: Arrival): Promise<Buffer> {
  // By the end of the tick, the parser has read all that arrived with the head.
  if (!request.complete) await new Promise(setImmediate);
  if (!request.complete) return receiveRest(request, limit, arrival);
  if (request.readableLength > limit) throw new ApiError("payload_too_large");
  return request.read() ?? Buffer.alloc(0);
}

function receiveRest(request: IncomingMessage, limit: number, arrival: Arrival): Promise<Buffer> {
  const { bodies, holder, milliseconds } = arrival;
  if (request.destroyed) throw incomplete();
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let length = 0;
  const receive = (chunk: Buffer) => {
    length += chunk.length;
    if (length > limit) reject(new ApiError("payload_too_large"));
    else {
      chunks.push(chunk);
      bodies.grow(body, chunk.length);
    }
  };
  const finish = () => resolve(Buffer.concat(chunks, length));
  const giveUp = (cause?: Error) => reject(incomplete(cause));
  const body = bodies.add(holder, reject);
  const timer = milliseconds === undefined ? undefined : setTimeout(() => reject(late()), milliseconds);
  request.on("data", receive).once("end", finish).once("close", giveUp).on("error", giveUp);
  return promise.finally(() => {
    bodies.remove(body);
    clearTimeout(timer);
    request.off("data", receive).off("end", finish).off("close", giveUp).off("error", giveUp);
    if (!request.complete) request.pause();
  });
}

const incomplete = (cause?: Error) =>
  new ApiError("validation_error", { status: 400, message: "The request body is incomplete.", cause });

const late = () => new ApiError("validation_error", { status: 400, message: "The request did not arrive in time." });
