import { byTeam } from "./by-team.ts";

/** Finds and deletes the expired rows of a table. */
interface Pruning<Row> {
  /** Finds the oldest expired rows, at most `limit`. */
  find(limit: number): Promise<Row[]>;
  /** Deletes those rows of a team that no other transaction has locked, and returns their number. */
  remove(teamId: string, rows: Row[]): Promise<number>;
}

/** Deletes expired rows in steps, so that no statement runs long, and returns their number. */
export async function pruneByTeam<Row extends { team_id: string }>(
  stepSize: number,
  { find, remove }: Pruning<Row>,
): Promise<number> {
  for (let pruned = 0; ; ) {
    const expired = await find(stepSize);
    let removed = 0;
    for (const [teamId, rows] of byTeam(expired, ({ team_id }) => team_id)) removed += await remove(teamId, rows);
    pruned += removed;
    // Other transactions have locked the remaining rows. The next run finds them.
    if (expired.length < stepSize || removed === 0) return pruned;
  }
}
