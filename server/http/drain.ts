import type { IncomingMessage, Server, ServerResponse } from "node:http";

/** How often idle connections are closed. Until then, a request that is already under way may arrive on them. */
const idleCheckMilliseconds = 500;

/**
 * How long requests may take to finish. This is enough for the longest waits, those for a lock or the provider, and
 * leaves time for the other steps of a stop.
 */
const maxDrainMilliseconds = 8_500;

/**
 * Returns the function that drains a server: it stops listening, and closes all connections once every request is
 * answered. It does not wait for connections without a request, because clients keep such connections open.
 */
export function createDrain(server: Server): () => Promise<void> {
  // A counter, because a Set that changes all the time keeps removed responses reachable through its old tables.
  let unanswered = 0;
  const track = (_: IncomingMessage, response: ServerResponse) => {
    unanswered += 1;
    response.once("close", () => {
      unanswered -= 1;
    });
  };
  server.prependListener("request", track);
  server.prependListener("checkExpectation", track);
  server.prependListener("checkContinue", track);

  return async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    const idleCheck = setInterval(() => {
      if (unanswered === 0) server.closeAllConnections();
    }, idleCheckMilliseconds);
    const deadline = setTimeout(() => server.closeAllConnections(), maxDrainMilliseconds);
    await closed;
    clearInterval(idleCheck);
    clearTimeout(deadline);
  };
}
