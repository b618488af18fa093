interface TeamBatchers<Item, Out> {
  add(teamId: string, item: Item): Promise<Out>;
  /** Whether the team has calls without a result. */
  has(teamId: string): boolean;
}

/**
 * Batches calls by team. A team's batcher exists while the team has calls without a result, so the memory does not grow
 * with the number of teams.
 */
export function createTeamBatchers<Item, Out>(
  createTeamBatcher: (teamId: string) => (item: Item) => Promise<Out>,
): TeamBatchers<Item, Out> {
  const batchers = new Map<string, { add(item: Item): Promise<Out>; callCount: number }>();
  return {
    async add(teamId, item) {
      const batcher = batchers.get(teamId) ?? { add: createTeamBatcher(teamId), callCount: 0 };
      batchers.set(teamId, batcher);
      batcher.callCount += 1;
      try {
        return await batcher.add(item);
      } finally {
        batcher.callCount -= 1;
        if (batcher.callCount === 0) batchers.delete(teamId);
      }
    },
    has: (teamId) => batchers.has(teamId),
  };
}
