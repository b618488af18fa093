import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

// The declarations of the pg package lack these two methods.
type Client = pg.Client & { ref(): void; unref(): void };

/** A connection that shows other processes that this one uses the database. */
export interface Keeper {
  readonly client: Client;
  /** Resolves once the connection is gone, for any reason. */
  readonly ended: Promise<void>;
}

/** A keeper that is replaced whenever it is lost, until it is released. */
export interface HeldKeeper {
  /** Stops replacing the keeper, and returns its connection, which stays open; undefined if it is lost. */
  release(): Promise<Keeper | undefined>;
}

const keeperName = "messaging keeper";
const restoreMilliseconds = 1_000;

/** Connects a keeper to a database that is never dropped or copied. @throws when PostgreSQL does not accept it */
export async function connectKeeper(address: { host: string; port: number; user: string }): Promise<Keeper> {
  const client = new pg.Client({
    ...address,
    database: "postgres",
    application_name: keeperName,
    // Set here, so that PGSSLMODE and PGOPTIONS in the environment have no effect.
    ssl: false,
    options: "-c idle_session_timeout=0",
    connectionTimeoutMillis: 5_000,
  }) as Client;
  // Without a listener, the loss of the connection would end this process. `ended` reports the loss.
  client.on("error", () => {});
  const ended = new Promise<void>((resolve) => client.once("end", () => resolve()));
  await client.connect();
  return { client, ended };
}

/** Whether PostgreSQL is starting, stopping, crashed or gone, as opposed to an error that it answered with. */
export function isDisconnection(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || (error.code?.startsWith("57P") ?? false);
}

/** The number of keepers beside this one. */
export async function countOtherKeepers({ client }: Keeper): Promise<number> {
  const result = await client.query<{ others: number }>(
    "select count(*)::int as others from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()",
    [keeperName],
  );
  return result.rows[0]?.others ?? 0;
}

/** Closes the connection. A lost connection is not an error. */
export async function endKeeper({ client }: Keeper): Promise<void> {
  await client.end().catch(() => {});
}

/** Holds `first`, and replaces a lost keeper by `restore`, which is called again while its result is undefined. */
export function holdKeeper(first: Keeper, restore: () => Promise<Keeper | undefined>): HeldKeeper {
  const released = new AbortController();
  let current: Keeper | undefined;
  let restoring: Promise<void> = Promise.resolve();

  function hold(keeper: Keeper): void {
    current = keeper;
    // A keeper alone does not keep the process running.
    keeper.client.unref();
    void keeper.ended.then(() => {
      current = undefined;
      if (!released.signal.aborted) restoring = replace();
    });
  }

  async function replace(): Promise<void> {
    while (!released.signal.aborted) {
      const keeper = await restore().catch(() => undefined);
      if (keeper) return hold(keeper);
      await pause(restoreMilliseconds, undefined, { ref: false, signal: released.signal }).catch(() => {});
    }
  }

  hold(first);
  return {
    async release() {
      released.abort();
      await restoring;
      current?.client.ref();
      return current;
    },
  };
}
