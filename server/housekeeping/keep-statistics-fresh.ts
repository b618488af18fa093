import { usableDatabases } from "../db/commit/each-place.ts";
import type { Database } from "../db/database.ts";
import { refreshStatistics } from "../db/refresh-statistics.ts";
import type { Log } from "../log.ts";
import { queueSchema } from "../queue/boss.ts";
import { every } from "./every.ts";

const pauseMilliseconds = 1_000;

/**
 * Keeps PostgreSQL's statistics close to the sizes of the service's and the queue's tables, in each database that has some
 * of them. A process of any role does this in the background.
 *
 * @returns a function that stops it
 */
export function keepStatisticsFresh({ orm }: Database, log: Log): () => Promise<void> {
  return every(pauseMilliseconds, { name: "statistics", log }, async () => {
    const refreshing = usableDatabases(orm).map(({ em }) => refreshStatistics(em.fork(), [queueSchema]));
    const refreshed = await Promise.allSettled(refreshing);
    const analyzed = refreshed.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
    if (analyzed.length > 0) log.debug({ analyzed }, "statistics refreshed");
    // One that is away has not kept the others from their turn.
    await Promise.all(refreshing);
  });
}
