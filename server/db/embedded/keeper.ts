import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

// The declarations of the pg package leave these two out.
type Client = pg.Client & { ref(): void; unref(): void };

/** The connection that shows the other processes that this one uses the database. */
export interface Keeper {
  readonly client: Client;
  /** Resolves once the connection is gone, for whatever reason. */
  readonly ended: Promise<void>;
}

/** A keeper that is replaced whenever it is lost, until it is released. */
export interface HeldKeeper {
  /** Stops replacing; answers the connection, which stays open, if there is one. */
  release(): Promise<Keeper | undefined>;
}

const keeperName = "messaging keeper";
const restoreMilliseconds = 1_000;

/** Connects a keeper, to a database that nobody drops or copies. @throws when PostgreSQL does not accept it */
export async function connectKeeper(address: { host: string; port: number; user: string }): Promise<Keeper> {
  const client = new pg.Client({
    ...address,
    database: "postgres",
    application_name: keeperName,
    // Given, so that PGSSLMODE and PGOPTIONS of our environment do not decide them.
    ssl: false,
    options: "-c idle_session_timeout=0",
    connectionTimeoutMillis: 5_000,
  }) as Client;
  // Without a listener, a dying database would end this process; `ended` tells whoever needs to know.
  client.on("error", () => {});
  const ended = new Promise<void>((resolve) => client.once("end", () => resolve()));
  await client.connect();
  return { client, ended };
}

/** Whether `error` says that PostgreSQL is starting, stopping, crashed or gone, rather than what it answered. */
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

/** Closes the connection; no error when it is lost already. */
export async function endKeeper({ client }: Keeper): Promise<void> {
  await client.end().catch(() => {});
}

/** Holds `first`, and what `restore` answers in its place after it is lost; asks again while that answers undefined. */
export function holdKeeper(first: Keeper, restore: () => Promise<Keeper | undefined>): HeldKeeper {
  const released = new AbortController();
  let current: Keeper | undefined;
  let restoring: Promise<void> = Promise.resolve();

  function hold(keeper: Keeper): void {
    current = keeper;
    // To hold the database is no reason for a process to go on that has nothing else to do.
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
