import { sql } from "kysely";
import { type EntityManager, queries } from "../../db/orm.ts";
import { plusMicroseconds, type Timestamp } from "../../db/timestamp.ts";

const dayMicroseconds = 24 * 60 * 60 * 1_000_000;

/**
 * Deletes the secrets of endpoints that expired before a timestamp, and the endpoints that were deleted a day before it.
 * Their deliveries stay until they are pruned. Returns the number of deleted secrets.
 */
export async function pruneEndpoints(em: EntityManager, before: Timestamp): Promise<number> {
  const deletedBefore = plusMicroseconds(before, -dayMicroseconds);
  return em.transactional(async (tx) => {
    const { numAffectedRows } = await sql`
      delete from webhook_endpoint_secret s where expires_at <= ${before}::timestamptz or exists (
        select from webhook_endpoint e
        where e.team_id = s.team_id and e.id = s.endpoint_id and e.deleted_at < ${deletedBefore}::timestamptz
      )
    `.execute(queries(tx));
    await sql`delete from webhook_endpoint where deleted_at < ${deletedBefore}::timestamptz`.execute(queries(tx));
    return Number(numAffectedRows);
  });
}
