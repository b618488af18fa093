import { type EntityManager, queries } from "../db/orm.ts";

/**
 * Locks the teams' rows until the transaction ends, so that changes of a team's numbers run one after another. Locking
 * in the order of ids prevents deadlocks between changes of the same teams.
 */
export async function lockTeams(tx: EntityManager, teamIds: string[]): Promise<void> {
  for (const id of [...new Set(teamIds)].toSorted()) {
    await queries(tx).selectFrom("Team").select("id").where("id", "=", id).forNoKeyUpdate().execute();
  }
}
