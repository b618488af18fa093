import { ApiError } from "../errors.ts";
import type { HttpMiddleware } from "./context.ts";

interface SlotOptions {
  /** How many requests are worked on at once. */
  slots: number;
  /** For how long a request waits for a slot, in milliseconds; by default it is refused at once. */
  patience?: number;
}

/**
 * Lets so many requests on at once. Where several operations share the middleware, they share its slots. A request is
 * in its slot until its answer is made, whatever its client takes to read it.
 *
 * @throws server_error (503) with `Retry-After: 1` when no slot is free
 */
export function limitInFlight({ slots, patience = 0 }: SlotOptions): HttpMiddleware {
  let taken = 0;
  const waiting = new Set<() => void>();

  /** Waits for a slot that is handed on. */
  function wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const goOn = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(goOn);
        reject(refusal());
      }, patience);
      waiting.add(goOn);
    });
  }

  function free(): void {
    const [next] = waiting;
    if (!next) {
      taken -= 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  return async (_, next) => {
    if (taken < slots) taken += 1;
    else if (patience > 0) await wait();
    else throw refusal();
    try {
      await next();
    } finally {
      free();
    }
  };
}

const refusal = () =>
  new ApiError("server_error", {
    status: 503,
    retryAfterSeconds: 1,
    message: "The server has too many requests at once; repeat the request in a moment.",
  });
