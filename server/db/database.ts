import { setTimeout } from "node:timers/promises";
import { ConfigError } from "../config-error.ts";
import type { Log } from "../log.ts";
import { isDatabaseAway, isDatabaseMissing } from "./faults.ts";
import type { DatabaseAddress, Orm } from "./orm.ts";

export interface Database {
  orm: Orm;
  address: DatabaseAddress;
  /** Whether this is the embedded PostgreSQL. */
  embedded: boolean;
  close(): Promise<void>;
}

/** The pause between two connection attempts while the database is away. */
const pauseMilliseconds = 500;

/**
 * Waits until the database answers, without a time limit. Returns false if `stopped` is aborted first.
 *
 * @throws ConfigError for what waiting does not resolve, such as a wrong password
 */
export async function waitForDatabase({ orm }: Database, log: Log, stopped: AbortSignal): Promise<boolean> {
  for (let attempt = 0; !stopped.aborted; attempt++) {
    try {
      await orm.em.fork().execute("select 1");
      return true;
    } catch (error) {
      if (!isDatabaseAway(error) && !isDatabaseMissing(error))
        throw new ConfigError(`DATABASE_URL: ${(error as Error).message}`);
      if (attempt % 20 === 0) log.warn({ err: error }, "the database is away, waiting for it");
    }
    await setTimeout(pauseMilliseconds, undefined, { signal: stopped }).catch(() => {});
  }
  return false;
}
