import { fail } from "../errors.ts";

/** Limits the number and the bytes of bodies that are held for unauthenticated callers at one time. */
export interface BodyBudget {
  /**
   * Runs work that holds a body of at most `bytes` bytes.
   *
   * @throws server_error (503) if the budget is used up
   */
  hold<T>(bytes: number, work: () => Promise<T>): Promise<T>;
}

export function createBodyBudget(max: { bodies: number; bytes: number }): BodyBudget {
  const held = { bodies: 0, bytes: 0 };
  return {
    async hold(bytes, work) {
      if (held.bodies >= max.bodies || held.bytes + bytes > max.bytes) {
        fail("server_error", {
          status: 503,
          retryAfterSeconds: 1,
          message: "The server is reading too many request bodies. Try again shortly.",
        });
      }
      held.bodies += 1;
      held.bytes += bytes;
      try {
        return await work();
      } finally {
        held.bodies -= 1;
        held.bytes -= bytes;
      }
    },
  };
}
