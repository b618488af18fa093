import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import { queries } from "../db/orm.ts";
import { every } from "../housekeeping/every.ts";
import type { Log } from "../log.ts";

/** Whether live texts may be sent. */
export interface LiveTexts {
  areHeld(): boolean;
  stop(): Promise<void>;
}

/** The interval between two looks whether the operator allows them again. */
const lookMilliseconds = 2_000;

/**
 * Finds out whether live texts may be sent. On a restored database they may not, until the operator has recorded what people
 * said since the backup, or accepts that some may have said STOP. A database is restored while no server runs, so others are
 * not asked again.
 */
export async function watchLiveTexts({ orm }: Pick<Database, "orm">, log: Log): Promise<LiveTexts> {
  const readHeld = async () => {
    const { rows } = await sql`select from installation where lost_since is null`.execute(queries(orm.em.fork()));
    return rows.length === 0;
  };
  let held = await readHeld();
  if (!held) return { areHeld: () => false, stop: async () => {} };
  log.warn("live texts are off, because the database was restored; see `messaging callbacks backfill --help`");
  const stop = every(lookMilliseconds, { name: "live texts", log }, async () => {
    if (held) held = await readHeld();
  });
  return { areHeld: () => held, stop };
}
