import type { DatabaseAddress } from "../db/orm.ts";
import { readApart } from "../db/sql/read-apart.ts";
import { type QueueDepth, queueDepths } from "../queue/depths.ts";
import { type Undecided, undecidedCounts } from "./undecided.ts";

/** What a scrape reads from the database. Every process of an installation reads the same. */
export interface DatabaseFigures {
  queues: QueueDepth[];
  undecided: Undecided[];
  /** The size of the database; undefined if it is not known. */
  bytes?: number;
  /** When the last backup was made, in seconds since 1970; null if none was. */
  backedUpAt?: number | null;
}

/** Reads the figures on a connection of its own. @throws if the database does not answer within the time limit */
export function readDatabaseFigures(
  address: DatabaseAddress,
  limit: { milliseconds: number },
): Promise<DatabaseFigures> {
  return readApart(address, limit, async (read) => {
    const queues = await read<QueueDepth>(queueDepths);
    const undecided = await read<Undecided>(undecidedCounts);
    const [rest] = await read<Pick<DatabaseFigures, "bytes" | "backedUpAt">>(`
      select pg_database_size(current_database())::float8 as bytes,
        (select extract(epoch from backed_up_at)::float8 from installation) as "backedUpAt"
    `);
    return { queues, undecided, ...rest };
  });
}
