/**
 * Stores the groups of contacts that may be duplicates. Each write of contacts updates the groups' rows, so that a list
 * reads groups from an index, for any number of contacts. A row has a key and the newest contact with that key. The
 * members are not stored; they are found by the key.
 */
import { type RawBuilder, sql } from "kysely";
import { deferred, type EntityManager, queries } from "../db/orm.ts";
import { rows } from "../db/rows.ts";
import type { DuplicateReason } from "../db/schema/entities/duplicate-group.ts";

/** A value that contacts may share: a phone number, an external id, or the id of a group of similar names. */
export interface DuplicateKey {
  reason: DuplicateReason;
  key: string;
}

/**
 * Updates the groups of the keys. A key that fewer than two contacts share has no row. Rows that are already correct are
 * not written.
 */
export async function refreshDuplicates(tx: EntityManager, teamId: string, keys: DuplicateKey[]): Promise<void> {
  if (keys.length === 0) return;
  const distinct = [...new Map(keys.map((key) => [nameOf(key), key])).values()];
  await sql`
    delete from duplicate_group d using ${keyRows(teamId, distinct)}
    where d.team_id = k.team_id and d.reason = k.reason and d.key = k.key
      and (select count(*) from (${newestMembers(2)}) as m) < 2
  `.execute(deferred(tx));
  await sql`
    insert into duplicate_group as d (team_id, reason, key, newest_created_at, newest_id)
    select k.team_id, k.reason, k.key, (array_agg(created_at order by created_at desc, id desc))[1],
      (array_agg(id order by created_at desc, id desc))[1]
    from ${keyRows(teamId, distinct)} cross join lateral (${newestMembers(2)}) as m (id, created_at)
    group by k.team_id, k.reason, k.key having count(*) > 1
    on conflict (team_id, reason, key) do update
      set newest_created_at = excluded.newest_created_at, newest_id = excluded.newest_id
      where d.newest_id <> excluded.newest_id
  `.execute(deferred(tx));
}

/** The ids of the newest contacts with each key, in the order of the keys. The newest contact is first. */
export async function findMembers(
  em: EntityManager,
  teamId: string,
  keys: DuplicateKey[],
  limit: number,
): Promise<string[][]> {
  const found = await sql<{ reason: string; key: string; id: string }>`
    select reason, key, id from ${keyRows(teamId, keys)}
    cross join lateral (${newestMembers(limit)}) as m (id, created_at)
    order by created_at desc, id desc
  `.execute(queries(em));
  const members = Map.groupBy(found.rows, nameOf);
  return keys.map((key) => (members.get(nameOf(key)) ?? []).map(({ id }) => id));
}

const nameOf = ({ reason, key }: { reason: string; key: string }) => `${reason}\n${key}`;

/**
 * SQL for keys as the rows `k`. The team is a column, because PostgreSQL expects a single row for a constant team that is
 * not in its statistics yet. Any index of the team would then seem good enough.
 */
const keyRows = (teamId: string, keys: DuplicateKey[]): RawBuilder<unknown> =>
  rows("k", keys, { teamId: ["uuid", () => teamId], reason: "text", key: "text" });

/** SQL for the newest contacts with the key of the row `k`. */
const newestMembers = (limit: number): RawBuilder<unknown> => sql`
  (
    select contact_id, contact_created_at from contact_phone
    where k.reason = 'same_phone' and team_id = k.team_id and phone_number = k.key
    order by contact_created_at desc, contact_id desc limit ${limit}
  ) union all (
    select id, created_at from contact
    where k.reason = 'same_external_id' and team_id = k.team_id and external_id = k.key
    order by created_at desc, id desc limit ${limit}
  ) union all (
    select id, created_at from contact
    where k.reason = 'similar_name' and team_id = k.team_id
      and name_group_id = case k.reason when 'similar_name' then k.key::uuid end
    order by created_at desc, id desc limit ${limit}
  )`;
