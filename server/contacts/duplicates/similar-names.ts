/**
 * Groups of contacts with similar names in one company. Two contacts are in one group when a chain of similar names
 * connects them. The groups are stored when contacts are written, because a list cannot compare all names.
 *
 * The work of a write is bounded. A group of up to 100 contacts is exact: all similar names are found, and the group is
 * split when a member leaves. A contact is found in one of three ways:
 *
 * - The first contacts of a company are compared one by one. Most companies have no other contacts.
 * - Later contacts are marked: they are in a large company. An index of trigrams finds them, which costs more to write.
 * - Contacts that join a group of more than 100 are marked as crowded. The index of trigrams would return all of them.
 *   They are found by the alphabetically next names.
 *
 * @see docs/decisions.md, Contacts
 */
import { type RawBuilder, sql } from "kysely";
import { type EntityManager, prepared } from "../../db/orm.ts";
import { rows } from "../../db/sql/rows.ts";
import { type ContactId, keyOf } from "../contact.ts";

/** The size up to which a group is exact, and how many contacts one write moves to another group at most. */
export const maxExact = 100;

/** How many contacts of a company are compared one by one. */
export const maxCompared = 32;

/** How many crowded names before and after a name are compared with it. */
const maxNeighbours = 10;

/** The share of trigrams that similar names have in common. */
export const minSimilarity = 0.5;

/** The values of a contact by which it is grouped. */
export interface Named extends ContactId {
  name: string;
  company: string | null;
}

/** A contact's group of similar names, and how the contact is found. */
export interface Grouped {
  nameGroupId: string | null;
  isCrowded: boolean;
  isInLargeCompany: boolean;
}

/** A contact with a similar name, and its group. */
export interface SimilarContact {
  id: string;
  nameGroupId: string | null;
  /** The number of members of the group, but 101 if there are more than 100. */
  groupSize: number;
}

/** Whether the contact has a company, in which other names may be similar. */
export const hasCompany = ({ company }: Named): boolean => Boolean(company?.trim());

/**
 * Finds contacts of the same company with similar names, for each of the given contacts: up to 152 stored contacts, and
 * the given contacts themselves. The stored rows of the given contacts are ignored. The result is by `keyOf`.
 *
 * The stored contacts are all similar ones, unless there are more or some of them are crowded. Contacts that are not
 * crowded are searched only if fewer than 10 crowded neighbours are similar.
 */
export async function findSimilar(tx: EntityManager, contacts: Named[]): Promise<Map<string, SimilarContact[]>> {
  const withCompany = contacts.filter(hasCompany);
  if (withCompany.length === 0) return new Map();
  const [stored, given] = await Promise.all([
    findStored(tx, withCompany, contacts),
    withCompany.length > 1 ? findAmong(tx, withCompany) : [],
  ]);
  return Map.groupBy([...stored, ...given], ({ teamId, to }) => keyOf({ teamId, id: to }));
}

type Found = SimilarContact & { teamId: string; to: string };

export const namedRows = (contacts: Named[]): RawBuilder<unknown> =>
  rows("a", contacts, { teamId: "uuid", id: "uuid", name: "text", company: "text" }, "place");

/** SQL for a condition that leaves contacts out. A list of both ids, because teams may have the same ids. */
export const isNoneOf = (contacts: ContactId[]): RawBuilder<boolean> =>
  sql`(team_id, id) not in (select * from ${rows("x", contacts, { teamId: "uuid", id: "uuid" })})`;

async function findStored(tx: EntityManager, contacts: Named[], ignored: Named[]): Promise<Found[]> {
  const sameCompany = sql`team_id = a.team_id and lower(company) = lower(a.company)`;
  const isSimilar = sql`similarity(name, a.name) >= ${sql.lit(minSimilarity)}`;
  // `%` uses the index, but its threshold is a session setting, which a pooler may not have kept.
  const found = await sql<Found>`
    with similar_contact as materialized (
      select a.team_id, a.id as to_id, s.id, s.name_group_id
      from ${namedRows(contacts)} cross join lateral (
        with crowd as (
          select id, name_group_id from (${crowdedNeighbours(ignored)}) as n where ${isSimilar}
        )
        select id, name_group_id from crowd
        union all (
          select id, name_group_id from (
            select id, name, name_group_id from contact
            where (select count(*) from crowd) < ${sql.lit(maxNeighbours)} and ${sameCompany} and company is not null
              and not is_crowded and not is_in_large_company and ${isNoneOf(ignored)}
            limit ${sql.lit(maxCompared)}
          ) as n where ${isSimilar}
        )
        union all (
          select id, name_group_id from contact
          where (select count(*) from crowd) < ${sql.lit(maxNeighbours)}
            and exists (
              select from contact
              where ${sameCompany} and company is not null and not is_crowded and is_in_large_company limit 1
            )
            and ${sameCompany} and company is not null and not is_crowded and is_in_large_company and name % a.name
            and ${isSimilar} and ${isNoneOf(ignored)}
          limit ${sql.lit(maxExact)}
        )
      ) s
    ), name_group as (
      select g.team_id, g.id, m.size
      from (select distinct team_id, name_group_id as id from similar_contact where name_group_id is not null) g
      cross join lateral (
        select count(*)::int as size from (
          select from contact
          where team_id = g.team_id and name_group_id = g.id and ${isNoneOf(ignored)}
          order by created_at desc, id desc limit ${sql.lit(maxExact + 1)}
        ) member
      ) m
    )
    select s.team_id as "teamId", s.to_id as "to", s.id, s.name_group_id as "nameGroupId",
      coalesce(g.size, 0) as "groupSize"
    from similar_contact s left join name_group g on g.team_id = s.team_id and g.id = s.name_group_id
  `.execute(prepared(tx));
  return found.rows;
}

/** The similar names among contacts that are not stored yet. Each pair is found for its later contact. */
async function findAmong(tx: EntityManager, contacts: Named[]): Promise<Found[]> {
  const found = await sql<Found>`
    with named as materialized (select *, lower(company) as key from ${namedRows(contacts)})
    select a.team_id as "teamId", a.id as "to", b.id, null as "nameGroupId", 0 as "groupSize"
    from named a join named b on b.team_id = a.team_id and b.key = a.key
    where b.place < a.place and similarity(b.name, a.name) >= ${sql.lit(minSimilarity)}
  `.execute(prepared(tx));
  return found.rows;
}

/** SQL for the crowded contacts of the company of the row `a` whose names are next to its name. */
export function crowdedNeighbours(ignored: ContactId[]): RawBuilder<unknown> {
  const crowded = sql`
    select id, name, name_group_id from contact
    where team_id = a.team_id and lower(company) = lower(a.company) and is_crowded
      and ${isNoneOf(ignored)}`;
  return sql`
    (${crowded} and lower(name) >= lower(a.name) order by lower(name) limit ${sql.lit(maxNeighbours)})
    union all
    (${crowded} and lower(name) < lower(a.name) order by lower(name) desc limit ${sql.lit(maxNeighbours)})`;
}
