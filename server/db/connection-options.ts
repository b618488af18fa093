import type { ClientBase, PoolConfig } from "pg";
import type { TimeLimits } from "./time-limits.ts";
import { watchedClient } from "./watched-client.ts";

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
export function connectionOptions(limits: TimeLimits, settings: Record<string, string> = {}): PoolConfig {
  const all = {
    ...settings,
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
    Client: watchedClient(limits.silence),
    // The pool waits for it before it hands out the connection.
    onConnect: (client: ClientBase) => client.query(statement),
  };
}
