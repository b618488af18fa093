import type { HttpMiddleware } from "./context.ts";

/**
 * Lets an answer be written when the turn of the event loop ends in which it was made, together with all others of that
 * turn. A write wakes who reads it, which costs more than making most answers; while it is awake, the next writes cost
 * less. An answer that is alone waits for nobody: its turn ends with it.
 */
export function writeTogether(): HttpMiddleware {
  return async (_, next) => {
    await next();
    await new Promise(setImmediate);
  };
}
