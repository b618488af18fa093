import { ApiError } from "../errors.ts";
import type { HttpMiddleware } from "./context.ts";

interface SlotOptions {
  /** How many requests run at once. */
  slots: number;
  /** How long a request waits for a slot, in milliseconds. By default it is refused at once. */
  patience?: number;
}

/**
 * Limits the number of requests that run at once. Operations that share the middleware share its slots. A request holds
 * its slot until its answer is ready, not until the client has read it.
 *
 * @throws server_error (503) with `Retry-After: 1` if no slot is free
 */
export function limitInFlight({ slots, patience = 0 }: SlotOptions): HttpMiddleware {
  let slotsTaken = 0;
  const waiting = new Set<() => void>();

  /** Waits until another request hands over its slot. */
  function waitForSlot(): Promise<void> {
    return new Promise((resolve, reject) => {
      const takeOver = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(takeOver);
        reject(refusal());
      }, patience);
      waiting.add(takeOver);
    });
  }

  function releaseSlot(): void {
    const [takeOver] = waiting;
    if (!takeOver) {
      slotsTaken -= 1;
      return;
    }
    waiting.delete(takeOver);
    takeOver();
  }

  return async (_, next) => {
    if (slotsTaken < slots) slotsTaken += 1;
    else if (patience > 0) await waitForSlot();
    else throw refusal();
    try {
      return await next();
    } finally {
      releaseSlot();
    }
  };
}

const refusal = () =>
  new ApiError("server_error", {
    status: 503,
    retryAfterSeconds: 1,
    message: "The server is handling too many requests. Try again shortly.",
  });
