import type { IncomingMessage, Server, ServerResponse } from "node:http";

/** How long a connection that has asked nothing may still do so: its request may be on its way. */
const silenceMilliseconds = 500;

/** How long the answers may take. It is what waits longest, a lock or the provider, and leaves a stop time for the rest. */
const patienceMilliseconds = 8_500;

/**
 * Makes the end of a server: it listens no more and closes every connection once all requests are answered. A browser
 * keeps connections open without a word, and a client may die in the middle of one, so nobody waits for those.
 */
export function createDrain(server: Server): () => Promise<void> {
  // Not a Set of them: its tables, which it changes all the time, each refer to the next, and so keep what they held.
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
    const silence = setInterval(() => {
      if (unanswered === 0) server.closeAllConnections();
    }, silenceMilliseconds);
    const patience = setTimeout(() => server.closeAllConnections(), patienceMilliseconds);
    await closed;
    clearInterval(silence);
    clearTimeout(patience);
  };
}
