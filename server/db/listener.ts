import { connectionOptions, createPool, takeClient } from "./driver/pool.ts";
import { defaultLimits } from "./driver/time-limits.ts";
import { connectionOf, type DatabaseAddress } from "./orm.ts";

/** A connection that receives notifications. */
export interface Listener {
  close(): Promise<void>;
}

/**
 * Listens to a channel of PostgreSQL on a connection of its own. `onLost` is called when the connection is lost. Behind a
 * pooler of transactions, listening succeeds but no notification arrives.
 *
 * @see https://www.postgresql.org/docs/current/sql-listen.html
 */
export async function openListener(
  address: DatabaseAddress,
  channel: string,
  onNotification: (payload: string) => void,
  onLost: () => void,
): Promise<Listener> {
  const pool = createPool({
    ...connectionOf(address),
    max: 1,
    application_name: "messaging events",
    ...connectionOptions(defaultLimits),
  });
  try {
    const client = await takeClient(pool);
    client.on("notification", ({ payload = "" }) => onNotification(payload));
    client.on("error", onLost);
    client.on("end", onLost);
    await client.query(`listen ${channel}`);
    return {
      async close() {
        client.release(true);
        await pool.end();
      },
    };
  } catch (error) {
    void pool.end().catch(() => {});
    throw error;
  }
}
