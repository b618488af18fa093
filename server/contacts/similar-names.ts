/**
 * Groups of contacts with similar names in one company. Two contacts are in one group when a chain of similar names
 * connects them. The groups are stored when contacts are written, because a list cannot compare all names.
 *
 * The work of a write is bounded. A group of up to 100 contacts is exact: an index of trigrams finds its members, and it
 * is split when a member leaves. Contacts that join a larger group are marked as crowded. They are not in that index,
 * which would otherwise return all of them. They are found by the alphabetically next names.
 *
 * @see docs/decisions.md, Contacts
 */
import { type RawBuilder, sql } from "kysely";
import { type EntityManager, prepared } from "../db/orm.ts";
import { rows } from "../db/rows.ts";

/** The size up to which a group is exact, and how many contacts one write moves to another group at most. */
export const maxExact = 100;

/** How many crowded names before and after a name are compared with it. */
const maxNeighbours = 10;

/** The share of trigrams that similar names have in common. */
export const minSimilarity = 0.5;

/** The values of a contact by which it is grouped. */
export interface Named {
  id: string;
  name: string;
  company: string | null;
}

/** A contact's group of similar names. */
export interface Grouped {
  nameGroupId: string | null;
  isCrowded: boolean;
}

/** A contact with a similar name, and its group. */
export interface SimilarContact {
  id: string;
  nameGroupId: string | null;
  /** The number of members of the group, but 101 if there are more than 100. */
  groupSize: number;
}

/**
 * Finds contacts of the same company with similar names, for each of the given contacts: up to 120 stored contacts, and
 * the given contacts themselves. The stored rows of the given contacts are ignored.
 *
 * The stored contacts are all similar ones, unless there are more or some of them are crowded. Contacts that are not
 * crowded are searched only if fewer than 10 crowded neighbours are similar.
 */
export async function findSimilar(
  tx: EntityManager,
  teamId: string,
  contacts: Named[],
): Promise<Map<string, SimilarContact[]>> {
  const withCompany = contacts.filter(({ company }) => company?.trim());
  if (withCompany.length === 0) return new Map();
  const [stored, given] = await Promise.all([
    findStored(tx, teamId, withCompany, contacts),
    withCompany.length > 1 ? findAmong(tx, teamId, withCompany) : [],
  ]);
  return Map.groupBy([...stored, ...given], ({ to }) => to);
}

type Found = SimilarContact & { to: string };

export const namedRows = (teamId: string, contacts: Named[]): RawBuilder<unknown> =>
  rows("a", contacts, { teamId: ["uuid", () => teamId], id: "uuid", name: "text", company: "text" }, "place");

async function findStored(tx: EntityManager, teamId: string, contacts: Named[], ignored: Named[]): Promise<Found[]> {
  const ignoredIds = ignored.map(({ id }) => id);
  // `%` uses the index, but its threshold is a session setting, which another node of a cluster may not have.
  const found = await sql<Found>`
    with similar_contact as materialized (
      select a.team_id, a.id as to_id, s.id, s.name_group_id
      from ${namedRows(teamId, contacts)} cross join lateral (
        with crowd as (
          select id, name_group_id from (${crowdedNeighbours(ignoredIds)}) as n
          where similarity(name, a.name) >= ${sql.lit(minSimilarity)}
        )
        select id, name_group_id from crowd
        union all (
          select id, name_group_id from contact
          where (select count(*) from crowd) < ${sql.lit(maxNeighbours)}
            and team_id = a.team_id and lower(company) = lower(a.company) and not is_crowded and name % a.name
            and similarity(name, a.name) >= ${sql.lit(minSimilarity)} and id <> all (${ignoredIds}::uuid[])
          limit ${sql.lit(maxExact)}
        )
      ) s
    ), name_group as (
      select g.id, m.size
      from (select distinct team_id, name_group_id as id from similar_contact where name_group_id is not null) g
      cross join lateral (
        select count(*)::int as size from (
          select from contact
          where team_id = g.team_id and name_group_id = g.id and id <> all (${ignoredIds}::uuid[])
          order by created_at desc, id desc limit ${sql.lit(maxExact + 1)}
        ) member
      ) m
    )
    select s.to_id as "to", s.id, s.name_group_id as "nameGroupId", coalesce(g.size, 0) as "groupSize"
    from similar_contact s left join name_group g on g.id = s.name_group_id
  `.execute(prepared(tx));
  return found.rows;
}

/** The similar names among contacts that are not stored yet. Each pair is found for its later contact. */
async function findAmong(tx: EntityManager, teamId: string, contacts: Named[]): Promise<Found[]> {
  const found = await sql<Found>`
    with named as materialized (select * from ${namedRows(teamId, contacts)})
    select a.id as "to", b.id, null as "nameGroupId", 0 as "groupSize"
    from named a join named b on lower(b.company) = lower(a.company)
    where b.place < a.place and similarity(b.name, a.name) >= ${sql.lit(minSimilarity)}
  `.execute(prepared(tx));
  return found.rows;
}

/** SQL for the crowded contacts of the company of the row `a` whose names are next to its name. */
export function crowdedNeighbours(ignoredIds: string[]): RawBuilder<unknown> {
  const crowded = sql`
    select id, name, name_group_id from contact
    where team_id = a.team_id and lower(company) = lower(a.company) and is_crowded
      and id <> all (${ignoredIds}::uuid[])`;
  return sql`
    (${crowded} and lower(name) >= lower(a.name) order by lower(name) limit ${sql.lit(maxNeighbours)})
    union all
    (${crowded} and lower(name) < lower(a.name) order by lower(name) desc limit ${sql.lit(maxNeighbours)})`;
}
