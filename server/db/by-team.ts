import { type EntityManager, isOnCluster } from "./orm.ts";

/**
 * Groups items by team, in the order of the teams' ids. A distributed database can do some work, such as locking rows,
 * only for one team at a time.
 */
export function byTeam<Item>(items: Item[], teamOf: (item: Item) => string): [teamId: string, items: Item[]][] {
  return [...Map.groupBy(items, teamOf)].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * Cuts the items of a statement: by team on a cluster, where a statement goes to the shard of one team. On one PostgreSQL
 * a single statement takes all of them.
 */
export function cutByTeam<Item extends { teamId: string }>(em: EntityManager, items: Item[]): Item[][] {
  if (!isOnCluster(em)) return items.length === 0 ? [] : [items];
  return byTeam(items, ({ teamId }) => teamId).map(([, ofTeam]) => ofTeam);
}
