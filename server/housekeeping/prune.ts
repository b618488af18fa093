import { type RawBuilder, sql } from "kysely";
import { readAllTeams } from "../db/commit/of-teams.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { byTeam } from "../db/sql/by-team.ts";
import { plusMicroseconds, type Timestamp } from "../db/timestamp.ts";

/** How much longer than other rows a row is kept whose work is not done. */
const openMicroseconds = 30 * 24 * 60 * 60 * 1_000_000;

/**
 * The age from which on rows are deleted although their work is not done, where others are deleted before a timestamp. No
 * worker may have run for a while, or the retries of a row may take longer. The bound is for work that nothing ends.
 */
export const openRowsBefore = (before: Timestamp): Timestamp => plusMicroseconds(before, -openMicroseconds);

/** The expired rows that a step found, and how many of them it deleted. */
interface Step {
  found: number;
  removed: number;
}

/** Deletes expired rows in steps of at most `stepSize`, so that no statement runs long. Returns their number. */
export async function pruneInSteps(stepSize: number, step: (limit: number) => Promise<Step>): Promise<number> {
  for (let pruned = 0; ; ) {
    const { found, removed } = await step(stepSize);
    pruned += removed;
    // Other transactions have locked the remaining rows. The next run finds them.
    if (found < stepSize || removed === 0) return pruned;
  }
}

/** Finds and deletes the expired rows of a table that teams own. */
interface PruningByTeam<Row> {
  /** Finds the oldest expired rows, at most `limit`. */
  find(limit: number): Promise<Row[]>;
  /** Deletes those rows of a team that no other transaction has locked, and returns their number. */
  remove(teamId: string, rows: Row[]): Promise<number>;
}

/** Deletes expired rows in steps, team by team, because a distributed database locks rows of one team at a time. */
export function pruneByTeam<Row extends { team_id: string }>(
  stepSize: number,
  { find, remove }: PruningByTeam<Row>,
): Promise<number> {
  return pruneInSteps(stepSize, async (limit) => {
    const expired = await find(limit);
    let removed = 0;
    for (const [teamId, rows] of byTeam(expired, ({ team_id }) => team_id)) removed += await remove(teamId, rows);
    return { found: expired.length, removed };
  });
}

/** A table that teams own, whose rows expire by the time in a column. */
interface ExpiringRows {
  table: string;
  by: string;
  isExpired: RawBuilder<unknown>;
}

/** Deletes expired rows by their ids, and nothing with them. A row that another transaction has locked stays for the next run. */
export const pruneRows = (em: EntityManager, { table, by, isExpired }: ExpiringRows): Promise<number> =>
  pruneByTeam(5_000, {
    find(limit) {
      const expired = sql<{ team_id: string; id: string }>`
        select team_id, id, ${sql.ref(by)} from ${sql.table(table)} where ${isExpired}
      `;
      return readAllTeams(em, expired, { by, limit });
    },
    async remove(teamId, expired) {
      const ids = expired.map(({ id }) => id);
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} t using (
          select id from ${sql.table(table)} where team_id = ${teamId} and id = any (${ids}::uuid[]) and ${isExpired}
          order by id for update skip locked
        ) old
        where t.team_id = ${teamId} and t.id = old.id
      `.execute(queries(em));
      return Number(numAffectedRows);
    },
  });
