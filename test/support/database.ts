import { inject } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { openOrm } from "../../server/db/orm.ts";
import { copyDatabase, templateDatabase } from "./cluster.ts";

/** Creates a migrated, empty database. */
export function createDatabase(): Promise<Database> {
  return copyDatabase(inject("cluster"), templateDatabase);
}

/** Creates a database without a schema. */
export function createBlankDatabase(): Promise<Database> {
  return copyDatabase(inject("cluster"), "template0");
}

/** Opens a database that is unreachable. */
export async function createAwayDatabase(): Promise<Database> {
  const address = { ...inject("cluster"), host: "/nonexistent", database: "away" };
  const orm = await openOrm(address);
  return { orm, address, embedded: true, close: () => orm.close() };
}

/** The number of sessions on a database that wait for a lock, on all nodes of a cluster. */
export async function countWaiting({ orm, address }: Database): Promise<number> {
  const waiting = `select count(*)::int as count from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`;
  const statement =
    address.topology === "citus"
      ? `select sum(result::int)::int as count from run_command_on_all_nodes($$ ${waiting} $$)`
      : waiting;
  const [counted] = await orm.em.fork().execute<{ count: number }[]>(statement);
  return counted!.count;
}
