/**
 * Stores the groups of contacts that may be duplicates. Each write of contacts updates the groups' rows, so that a list
 * reads groups from an index, for any number of contacts. A row has a key and the newest contact with that key. The
 * members are not stored; they are found by the key.
 */
import { type RawBuilder, sql } from "kysely";
import { type EntityManager, queries, withoutResult } from "../../db/orm.ts";
import type { DuplicateReason } from "../../db/schema/entities/duplicate-group.ts";
import { rows } from "../../db/sql/rows.ts";

/** A value that contacts may share: a phone number, an external id, or the id of a group of similar names. */
export interface DuplicateKey {
  teamId: string;
  reason: DuplicateReason;
  key: string;
}

/** The keys whose groups may have changed. */
export interface ChangedKeys {
  /** The keys that contacts may have lost. */
  lost: DuplicateKey[];
  gained: DuplicateKey[];
}

/**
 * Updates the groups of the keys. A key that fewer than two contacts share has no row. Rows that are already correct are
 * not written.
 */
export async function refreshDuplicates(tx: EntityManager, { lost, gained }: ChangedKeys): Promise<void> {
  await deleteGroups(tx, distinctOf(lost));
  await storeGroups(tx, distinctOf([...lost, ...gained]));
}

const distinctOf = (keys: DuplicateKey[]) => [...new Map(keys.map((key) => [nameOf(key), key])).values()];

async function deleteGroups(tx: EntityManager, keys: DuplicateKey[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    delete from duplicate_group d using ${keyRows(keys)}
    where d.team_id = k.team_id and d.reason = k.reason and d.key = k.key
      and (select count(*) from (${newestMembers(2)}) as m) < 2
  `.execute(withoutResult(tx));
}

async function storeGroups(tx: EntityManager, keys: DuplicateKey[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    insert into duplicate_group as d (team_id, reason, key, newest_created_at, newest_id)
    select k.team_id, k.reason, k.key, (array_agg(created_at order by created_at desc, id desc))[1],
      (array_agg(id order by created_at desc, id desc))[1]
    from ${keyRows(keys)} cross join lateral (${newestMembers(2)}) as m (id, created_at)
    group by k.team_id, k.reason, k.key having count(*) > 1
    on conflict (team_id, reason, key) do update
      set newest_created_at = excluded.newest_created_at, newest_id = excluded.newest_id
      where d.newest_id <> excluded.newest_id
  `.execute(withoutResult(tx));
}

/** The ids of the newest contacts with each key, in the order of the keys. The newest contact is first. */
export async function findMembers(em: EntityManager, keys: DuplicateKey[], limit: number): Promise<string[][]> {
  const found = await sql<{ team_id: string; reason: string; key: string; id: string }>`
    select team_id, reason, key, id from ${keyRows(keys)}
    cross join lateral (${newestMembers(limit)}) as m (id, created_at)
    order by created_at desc, id desc
  `.execute(queries(em));
  const members = Map.groupBy(found.rows, ({ team_id: teamId, reason, key }) => nameOf({ teamId, reason, key }));
  return keys.map((key) => (members.get(nameOf(key)) ?? []).map(({ id }) => id));
}

const nameOf = ({ teamId, reason, key }: { teamId: string; reason: string; key: string }) =>
  `${teamId}\n${reason}\n${key}`;

/**
 * SQL for keys as the rows `k`. The team is a column, because PostgreSQL expects a single row for a constant team that is
 * not in its statistics yet. Any index of the team would then seem good enough.
 */
const keyRows = (keys: DuplicateKey[]): RawBuilder<unknown> =>
  rows("k", keys, { teamId: "uuid", reason: "text", key: "text" });

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
