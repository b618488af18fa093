/**
 * Works around a leak: with the promises that `pg` makes, finished queries can keep later ones reachable until a full
 * garbage collection. Under load that was up to 60 MB. This makes the promises from the driver's callbacks instead.
 *
 * Promises: results and errors are the driver's. The stack of an error shows the caller of the query.
 * Costs: `client.query` is replaced on each connection.
 * Preconditions: it runs before `prepareStatements`, because it calls the `query` of the class.
 */
import type { PoolClient } from "pg";

export function makeQueryPromises(client: PoolClient): void {
  const query = (...args: unknown[]) => Reflect.apply(Object.getPrototypeOf(client).query, client, args);
  client.query = ((...args: unknown[]) => {
    const needsNoPromise =
      typeof args.at(-1) === "function" || typeof (args[0] as { submit?: unknown }).submit === "function";
    return needsNoPromise ? query(...args) : promisify((done) => query(...args, done));
  }) as typeof client.query;
}

async function promisify(run: (done: (error: unknown, result: unknown) => void) => void): Promise<unknown> {
  try {
    return await new Promise((resolve, reject) => {
      run((error, result) => (error ? reject(error) : resolve(result)));
    });
  } catch (error) {
    // Otherwise the stack would show the read of the socket.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
