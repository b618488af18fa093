import { createPostgreSqlTypeParsers } from "@mikro-orm/postgresql";
import pg from "pg";
import { type Client, clientClass } from "./client.ts";
import type { TimeLimits } from "./time-limits.ts";

/** The lifetime of a connection. Its replacement notices a failover or a new address. */
const lifetimeSeconds = 30 * 60;

/** The idle time before the kernel's first keep-alive probe, in milliseconds. */
const keepAliveDelay = 5_000;

/**
 * Makes the options of a pool whose sessions have `settings`. Both this process and PostgreSQL enforce `limits`.
 *
 * PostgreSQL gets the settings in a statement right after connecting, because connection poolers refuse a connection
 * that names them at its start. The TCP settings detect a client whose machine is gone; PostgreSQL ignores them on a
 * Unix socket.
 */
export function connectionOptions(limits: TimeLimits, settings: Record<string, string> = {}): pg.PoolConfig {
  const all = {
    ...settings,
    lock_timeout: `${limits.lock}ms`,
    statement_timeout: `${limits.statement}ms`,
    idle_in_transaction_session_timeout: `${limits.idleInTransaction}ms`,
    tcp_user_timeout: `${limits.idleInTransaction}ms`,
    tcp_keepalives_idle: "30s",
    tcp_keepalives_interval: "5s",
    tcp_keepalives_count: "3",
  };
  const statement = Object.entries(all)
    .map(([name, value]) => `set ${name} = '${value}'`)
    .join("; ");
  return {
    connectionTimeoutMillis: limits.connect,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelay,
    maxLifetimeSeconds: lifetimeSeconds,
    Client: clientClass(limits.silence),
    // The pool waits for it before it hands out the connection.
    onConnect: (client: pg.ClientBase) => client.query(statement),
  };
}

/** Makes a pool of pipelined connections. */
export function createPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...options, pipeline: true, types: parsers() });
  // The pool has already removed the idle connection that was lost. Without a listener the error would end the process.
  pool.on("error", () => {});
  return pool;
}

/** A connection that is taken from the pool. Its `release` gives it back. */
export type PooledClient = Client & pg.PoolClient;

export const takeClient = (pool: pg.Pool) => pool.connect() as Promise<PooledClient>;

/** The parsers of column types that the ORM expects: timestamps, for example, stay texts. */
function parsers(): pg.TypeOverrides {
  const types = new pg.TypeOverrides();
  for (const [oid, parse] of Object.entries(createPostgreSqlTypeParsers(parseArray)))
    types.setTypeParser(Number(oid), parse as (text: string) => unknown);
  return types;
}

/** The object id of the type `text[]`. */
const textArray = 1009 as Parameters<typeof pg.types.getTypeParser>[0];

const parseArray = (text: string): string[] => pg.types.getTypeParser(textArray, "text")(text);
