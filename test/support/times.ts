import { readClock } from "../../server/db/clock.ts";
import type { EntityManager } from "../../server/db/orm.ts";
import { plusMicroseconds, type Timestamp } from "../../server/db/timestamp.ts";

/** The database's time, some seconds from now, as a parameter: a cluster takes no clock in an update. */
export const fromNow = async (em: EntityManager, seconds: number): Promise<Timestamp> =>
  plusMicroseconds(await readClock(em), Math.round(seconds * 1_000_000));
