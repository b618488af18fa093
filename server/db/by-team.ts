/**
 * Groups items by team, in the order of the teams' ids. A distributed database can do some work, such as locking rows,
 * only for one team at a time.
 */
export function byTeam<Item>(items: Item[], teamOf: (item: Item) => string): [teamId: string, items: Item[]][] {
  return [...Map.groupBy(items, teamOf)].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
