import { sql } from "kysely";
import { type EntityManager, prepared } from "./orm.ts";
import { fromPostgres, type Timestamp } from "./timestamp.ts";

/** Reads the database's clock. No other clock is used for stored times, which are parameters of the statements. */
export async function readClock(em: EntityManager): Promise<Timestamp> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(prepared(em));
  return fromPostgres(rows[0]!.now);
}
