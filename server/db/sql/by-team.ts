/** Groups items by team, in the order of the teams' ids. */
export function byTeam<Item>(items: Item[], teamOf: (item: Item) => string): [teamId: string, items: Item[]][] {
  return [...Map.groupBy(items, teamOf)].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
