/**
 * What several contacts have in common is written down when contacts are, with the newest of them: so groups are listed
 * from an index, however many contacts there are. Who is in a group follows from the contacts themselves.
 */
import { type RawBuilder, sql } from "kysely";
import type { DuplicateReason } from "../db/entities/duplicate-group.ts";
import { type EntityManager, queries } from "../db/orm.ts";

/** What contacts may have in common: a phone number, an external id, or the id of a group of similar names. */
export interface DuplicateKey {
  reason: DuplicateReason;
  key: string;
}

/** Writes down anew, for each key, whether several contacts have it and which of them is the newest. */
export async function refreshDuplicates(tx: EntityManager, teamId: string, keys: DuplicateKey[]): Promise<void> {
  if (keys.length === 0) return;
  const distinct = [...new Map(keys.map((key) => [`${key.reason}\n${key.key}`, key])).values()];
  await sql`
    delete from duplicate_group d using ${list(distinct)}
    where d.team_id = ${teamId} and d.reason = k.reason and d.key = k.key
  `.execute(queries(tx));
  await sql`
    insert into duplicate_group (team_id, reason, key, newest_created_at, newest_id)
    select ${teamId}::uuid, reason, key, (array_agg(created_at order by created_at desc, id desc))[1],
      (array_agg(id order by created_at desc, id desc))[1]
    from ${list(distinct)} cross join lateral (${newestMembers(teamId, 2)}) as m (id, created_at)
    group by reason, key having count(*) > 1
  `.execute(queries(tx));
}

/** The ids of the newest contacts with each key, in the keys' order, the newest first. */
export async function findMembers(
  em: EntityManager,
  teamId: string,
  keys: DuplicateKey[],
  limit: number,
): Promise<string[][]> {
  const { rows } = await sql<{ reason: string; key: string; id: string }>`
    select reason, key, id from ${list(keys)} cross join lateral (${newestMembers(teamId, limit)}) as m (id, created_at)
    order by created_at desc, id desc
  `.execute(queries(em));
  return keys.map(({ reason, key }) =>
    rows.filter((row) => row.reason === reason && row.key === key).map(({ id }) => id),
  );
}

const list = (keys: DuplicateKey[]): RawBuilder<unknown> => sql`unnest(
  ${keys.map(({ reason }) => reason)}::text[], ${keys.map(({ key }) => key)}::text[]
) as k (reason, key)`;

/** Of the key `k`. */
const newestMembers = (teamId: string, limit: number): RawBuilder<unknown> => sql`
  (
    select contact_id, contact_created_at from contact_phone
    where k.reason = 'same_phone' and team_id = ${teamId} and phone_number = k.key
    order by contact_created_at desc, contact_id desc limit ${limit}
  ) union all (
    select id, created_at from contact
    where k.reason = 'same_external_id' and team_id = ${teamId} and external_id = k.key
    order by created_at desc, id desc limit ${limit}
  ) union all (
    select id, created_at from contact
    where team_id = ${teamId} and name_group_id = case k.reason when 'similar_name' then k.key::uuid end
    order by created_at desc, id desc limit ${limit}
  )`;
