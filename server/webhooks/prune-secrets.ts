import { sql } from "kysely";
import { type EntityManager, queries } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";

/** Deletes the signing secrets that expired before a timestamp, and returns their number. */
export async function pruneSecrets(em: EntityManager, before: Timestamp): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_secret where expires_at <= ${before}::timestamptz
  `.execute(queries(em));
  return Number(numAffectedRows);
}
