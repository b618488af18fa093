import { sql } from "kysely";
import { type EntityManager, prepared } from "./orm.ts";
import { fromPostgres, type Timestamp } from "./timestamp.ts";

/** The database's clock, which is the only one: statements get times as parameters. */
export async function readClock(em: EntityManager): Promise<Timestamp> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(prepared(em));
  return fromPostgres(rows[0]!.now);
}
