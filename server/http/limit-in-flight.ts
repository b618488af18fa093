import { ApiError } from "../errors.ts";
import { Places } from "../shares/places.ts";
import type { HttpMiddleware } from "./context.ts";
import { holderOf } from "./holder.ts";

interface SlotOptions {
  /** How many requests run at once. */
  slots: number;
  /** How many others wait for a slot, and for how many milliseconds. By default a request is refused at once. */
  line?: { places: number; patience: number };
}

/**
 * Limits the number of requests that run at once, in shares. Operations that share the middleware share its slots. A
 * request holds its slot until its answer is ready, not until the client has read it, or until it calls `releaseSlot`.
 *
 * @throws server_error (503) with `Retry-After: 1` if no slot is free
 */
export function limitInFlight({ slots, line }: SlotOptions): HttpMiddleware {
  const running = new Places(slots);
  const waiting = line && createLine(running, line);
  return async (ctx, next) => {
    const holder = holderOf(ctx);
    if (running.hasRoomFor(holder)) running.take(holder);
    else if (waiting) await waiting.join(holder);
    else throw refusal();
    let isHeld = true;
    const release = () => {
      if (!isHeld) return;
      isHeld = false;
      running.release(holder);
      waiting?.move();
    };
    ctx.state.releaseSlot = release;
    try {
      return await next();
    } finally {
      release();
    }
  };
}

/** Creates a line of requests that wait for a slot. Holders take turns. */
function createLine(running: Places, { places, patience }: { places: number; patience: number }) {
  const line = new Places(places);
  /** The requests that wait, by holder, in the order of the holders' turns. */
  const byHolder = new Map<string, Set<() => void>>();

  /** Waits until a slot is taken for the request. */
  async function join(holder: string): Promise<void> {
    if (!line.hasRoomFor(holder)) throw refusal();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      leave(holder, resolve);
      reject(refusal());
    }, patience);
    line.take(holder);
    const own = byHolder.get(holder) ?? new Set();
    byHolder.set(holder, own.add(resolve));
    return promise.finally(() => clearTimeout(timer));
  }

  function leave(holder: string, request: () => void): void {
    const own = byHolder.get(holder)!;
    own.delete(request);
    line.release(holder);
    if (own.size === 0) byHolder.delete(holder);
  }

  /** Gives the free slots to requests that wait. */
  function move(): void {
    for (const [holder, own] of byHolder) {
      if (running.free === 0) return;
      if (!running.hasRoomFor(holder)) continue;
      const [request] = own;
      running.take(holder);
      leave(holder, request!);
      // The loop visits the holder again after the others.
      if (own.size > 0) {
        byHolder.delete(holder);
        byHolder.set(holder, own);
      }
      request!();
    }
  }

  return { join, move };
}

const refusal = () =>
  new ApiError("server_error", {
    status: 503,
    retryAfterSeconds: 1,
    message: "The server is handling too many requests. Try again shortly.",
  });
