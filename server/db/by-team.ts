/**
 * A list in pieces of one team each, in the order of the teams' ids: for what a distributed database can do only where
 * one team's rows are, such as locking them.
 */
export function byTeam<Item>(items: Item[], teamOf: (item: Item) => string): [teamId: string, own: Item[]][] {
  return [...Map.groupBy(items, teamOf)].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
