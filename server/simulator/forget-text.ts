import { sql } from "kysely";
import { type EntityManager, withoutResult } from "../db/orm.ts";

/** Removes a text from the handset of the simulated carrier that shows it. */
export async function forgetText(tx: EntityManager, teamId: string, id: string): Promise<void> {
  await sql`delete from simulated_text where team_id = ${teamId} and id = ${id}`.execute(withoutResult(tx));
}
