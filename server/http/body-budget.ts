import { fail } from "../errors.ts";

/** Bounds what the bodies of unknown callers take at once: how many there are, and their bytes. */
export interface BodyBudget {
  /**
   * Does work that holds a body of up to so many bytes.
   *
   * @throws server_error (503) when too much is held
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
          message: "The server reads too many bodies at once.",
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
