import { sql } from "kysely";
import { readAllTeams } from "../db/commit/of-teams.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { firstIdAt } from "../db/schema/ids.ts";
import { plusMicroseconds, type Timestamp } from "../db/timestamp.ts";
import { openRowsBefore, pruneByTeam, pruneInSteps } from "../housekeeping/prune.ts";

/**
 * Deletes the deliveries older than a timestamp, with their attempts, and returns the number of deliveries. A pending
 * delivery stays; see `openRowsBefore`.
 */
export function pruneDeliveries(em: EntityManager, before: Timestamp): Promise<number> {
  return pruneByTeam(1_000, {
    find(limit) {
      const expired = sql<{ team_id: string; id: string }>`
        select team_id, id, created_at from webhook_delivery
        where created_at < ${before}::timestamptz
          and (status <> 'pending' or created_at < ${openRowsBefore(before)}::timestamptz)
      `;
      return readAllTeams(em, expired, { by: "created_at", limit });
    },
    remove: (teamId, deliveries) =>
      removeDeliveries(
        em,
        teamId,
        deliveries.map(({ id }) => id),
        before,
      ),
  });
}

const dayMicroseconds = 24 * 60 * 60 * 1_000_000;

/** How far the clock of the process that made an id may be ahead of the database's, and more. */
const marginMicroseconds = 3 * dayMicroseconds;

/**
 * Deletes the deliveries of a team that are older than a timestamp, as above. Their ids find them, because no index has their
 * times by team. Returns their number.
 */
export function pruneDeliveriesOfTeam(em: EntityManager, teamId: string, before: Timestamp): Promise<number> {
  return pruneInSteps(1_000, async (limit) => {
    const { rows } = await sql<{ id: string }>`
      select id from webhook_delivery
      where team_id = ${teamId} and id < ${firstIdAt(plusMicroseconds(before, marginMicroseconds))}::uuid and created_at < ${before}::timestamptz
        and (status <> 'pending' or created_at < ${openRowsBefore(before)}::timestamptz)
      order by id limit ${limit}
    `.execute(queries(em));
    const ids = rows.map(({ id }) => id);
    return { found: ids.length, removed: await removeDeliveries(em, teamId, ids, before) };
  });
}

/** Deletes those of the deliveries that are still over and that no other transaction has locked. */
async function removeDeliveries(em: EntityManager, teamId: string, ids: string[], before: Timestamp): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as (
      select id from webhook_delivery where team_id = ${teamId} and id = any (${ids}::uuid[])
        and (status <> 'pending' or created_at < ${openRowsBefore(before)}::timestamptz)
      order by id for update skip locked
    ), attempts as (
      delete from webhook_attempt a using old where a.team_id = ${teamId} and a.delivery_id = old.id
    )
    delete from webhook_delivery d using old where d.team_id = ${teamId} and d.id = old.id
  `.execute(queries(em));
  return Number(numAffectedRows);
}

/**
 * Deletes the secrets that expired before a timestamp, and the endpoints that were deleted a day before it, with their
 * secrets. Their deliveries stay until they are pruned. Returns the number of deleted secrets.
 */
export async function pruneSecrets(em: EntityManager, before: Timestamp): Promise<number> {
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
