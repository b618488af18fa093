import type { PoolClient } from "pg";

/**
 * Has the promises of a connection's queries made here, of the driver's callbacks. With the driver's own ones, queries
 * that are long done may keep those after them from being freed while they are young, until old objects are collected.
 */
export function makeQueryPromises(client: PoolClient): void {
  const ask = (...all: unknown[]) => Reflect.apply(Object.getPrototypeOf(client).query, client, all);
  client.query = ((...all: unknown[]) => {
    const isOwn = typeof all.at(-1) === "function" || typeof (all[0] as { submit?: unknown }).submit === "function";
    return isOwn ? ask(...all) : promise((done) => ask(...all, done));
  }) as typeof client.query;
}

/** Like the driver's, an error tells who asked and not which socket was read. */
async function promise(ask: (done: (error: unknown, result: unknown) => void) => void): Promise<unknown> {
  try {
    return await new Promise((resolve, reject) => {
      ask((error, result) => (error ? reject(error) : resolve(result)));
    });
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
