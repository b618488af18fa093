/**
 * Batches calls by team. A team's batcher exists while the team has calls without a result, so the memory does not grow
 * with the number of teams.
 */
export function createTeamBatchers<Item, Out>(
  createTeamBatcher: (teamId: string) => (item: Item) => Promise<Out>,
): (teamId: string, item: Item) => Promise<Out> {
  const batchers = new Map<string, { add(item: Item): Promise<Out>; callCount: number }>();
  return async (teamId, item) => {
    const batcher = batchers.get(teamId) ?? { add: createTeamBatcher(teamId), callCount: 0 };
    batchers.set(teamId, batcher);
    batcher.callCount += 1;
    try {
      return await batcher.add(item);
    } finally {
      batcher.callCount -= 1;
      if (batcher.callCount === 0) batchers.delete(teamId);
    }
  };
}
