import type { DatabaseAddress } from "../db/orm.ts";
import { readApart } from "../db/sql/read-apart.ts";
import { type QueueDepth, queueDepths } from "../queue/depths.ts";

/** What a scrape reads from the database. Every process of an installation reads the same. */
export interface DatabaseFigures {
  queues: QueueDepth[];
  /** The size of the database; undefined if it is not known. */
  bytes?: number;
}

/** Reads the figures on a connection of its own. @throws if the database does not answer within the time limit */
export function readDatabaseFigures(
  address: DatabaseAddress,
  limit: { milliseconds: number },
): Promise<DatabaseFigures> {
  return readApart(address, limit, async (read) => {
    const queues = await read<QueueDepth>(queueDepths);
    const [rest] = await read<Omit<DatabaseFigures, "queues">>(
      "select pg_database_size(current_database())::float8 as bytes",
    );
    return { queues, ...rest };
  });
}
