import { byTeam } from "./by-team.ts";

/** How rows that are past their time are found and deleted. */
interface Pruning<Row> {
  /** The oldest of them, at most so many. */
  find(limit: number): Promise<Row[]>;
  /** Deletes those of a team that nobody holds now; answers how many. */
  remove(teamId: string, own: Row[]): Promise<number>;
}

/** Deletes rows that are past their time, a step at a time, so that no statement runs long; answers how many. */
export async function pruneByTeam<Row extends { team_id: string }>(
  stepSize: number,
  { find, remove }: Pruning<Row>,
): Promise<number> {
  for (let pruned = 0; ; ) {
    const old = await find(stepSize);
    let step = 0;
    for (const [teamId, own] of byTeam(old, ({ team_id }) => team_id)) step += await remove(teamId, own);
    pruned += step;
    // What is left is held by others: the next time finds it.
    if (old.length < stepSize || step === 0) return pruned;
  }
}
