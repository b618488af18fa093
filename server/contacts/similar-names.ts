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
import { newId } from "../db/columns.ts";
import { type EntityManager, queries } from "../db/orm.ts";

/** The size up to which a group is exact, and how many contacts one write moves to another group at most. */
const maxExact = 100;

/** How many crowded names before and after a name are compared with it. */
const maxNeighbours = 10;

/** The share of trigrams that similar names have in common. */
const minSimilarity = 0.5;

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

/**
 * Finds the group of a contact that is in no group. Several groups with similar names become one, unless both of them
 * have more than 100 members. The caller stores the result with the contact.
 *
 * Also returns the ids of the groups that changed.
 */
export async function joinNameGroup(
  tx: EntityManager,
  teamId: string,
  contact: Named,
): Promise<Grouped & { changed: string[] }> {
  const similar = await findSimilar(tx, teamId, contact);
  if (similar.length === 0) return { nameGroupId: null, isCrowded: false, changed: [] };
  const loose = similar.filter((each) => each.name_group_id === null).map(({ id }) => id);
  const groups = new Set(similar.flatMap((each) => each.name_group_id ?? []));
  const [largest = { id: newId(), size: 0 }, ...others] = await measureGroups(tx, teamId, contact.id, [...groups]);

  const merged: string[] = [];
  let moved = 0;
  for (const { id, size } of others.toReversed()) {
    if (moved + size > maxExact) break;
    merged.push(id);
    moved += size;
  }
  if (loose.length + merged.length > 0) {
    await sql`
      update contact set name_group_id = ${largest.id}
      where team_id = ${teamId} and (id = any(${loose}) or name_group_id = any(${merged})) and id <> ${contact.id}
    `.execute(queries(tx));
  }
  return {
    nameGroupId: largest.id,
    isCrowded: largest.size + moved + loose.length >= maxExact,
    changed: [largest.id, ...merged],
  };
}

/**
 * Removes a contact from its group. If only this contact connected the other members, the group is split. The caller
 * stores the contact's new group.
 *
 * Returns the ids of the groups that changed or are new.
 */
export async function leaveNameGroup(
  tx: EntityManager,
  teamId: string,
  contact: Named & Grouped & { nameGroupId: string },
): Promise<string[]> {
  const group = contact.nameGroupId;
  const members = await queries(tx)
    .selectFrom("Contact")
    .select(["id", "isCrowded"])
    .where("teamId", "=", teamId)
    .where("nameGroupId", "=", group)
    .where("id", "<>", contact.id)
    .limit(maxExact + 1)
    .execute();
  if (members.length > maxExact) {
    if (!contact.isCrowded) await replaceIndexed(tx, teamId, contact);
    return [group];
  }

  const { rows: pairs } = await sql<{ a: string; b: string }>`
    select a.id as a, b.id as b from contact a
    join contact b on b.team_id = a.team_id and b.name_group_id = a.name_group_id and a.id < b.id
      and similarity(a.name, b.name) >= ${minSimilarity}
    where a.team_id = ${teamId} and a.name_group_id = ${group} and ${contact.id} not in (a.id, b.id)
  `.execute(queries(tx));
  const parts = connect(
    members.map(({ id }) => id),
    pairs,
  );
  // The largest part keeps the group's id, so that the fewest rows change.
  const groups = parts
    .toSorted((a, b) => b.length - a.length)
    .map((ids, index) => ({ ids, id: ids.length === 1 ? null : index === 0 ? group : newId() }));
  const groupOf = new Map(groups.flatMap(({ ids, id }) => ids.map((member) => [member, id] as const)));
  const changed = members.filter(({ id, isCrowded }) => isCrowded || groupOf.get(id) !== group).map(({ id }) => id);
  if (changed.length > 0) {
    await sql`
      update contact c set name_group_id = a.name_group_id, is_crowded = false
      from unnest(${changed}::uuid[], ${changed.map((id) => groupOf.get(id))}::uuid[]) as a (id, name_group_id)
      where c.team_id = ${teamId} and c.id = a.id
    `.execute(queries(tx));
  }
  return [...new Set([group, ...groups.flatMap(({ id }) => id ?? [])])];
}

/**
 * Finds up to 120 contacts of the same company with similar names: all of them, unless there are more or some of them
 * are crowded. Contacts that are not crowded are searched only if fewer than 10 crowded neighbours are similar.
 */
async function findSimilar(tx: EntityManager, teamId: string, contact: Named) {
  const { id, name, company } = contact;
  if (!company?.trim()) return [];
  // `%` uses the index, but its threshold is a session setting, which another node of a cluster may not have.
  const { rows } = await sql<{ id: string; name_group_id: string | null }>`
    with crowd as (
      select id, name_group_id from (${crowdedNeighbours(teamId, contact)}) as n
      where similarity(name, ${name}) >= ${minSimilarity}
    )
    select id, name_group_id from crowd
    union all (
      select id, name_group_id from contact
      where (select count(*) from crowd) < ${maxNeighbours}
        and team_id = ${teamId} and lower(company) = lower(${company}) and not is_crowded and name % ${name}
        and similarity(name, ${name}) >= ${minSimilarity} and id <> ${id}
      limit ${maxExact}
    )
  `.execute(queries(tx));
  return rows;
}

/** Replaces a contact in the index of a large group: marks the most similar crowded neighbour as not crowded. */
async function replaceIndexed(tx: EntityManager, teamId: string, contact: Named): Promise<void> {
  await sql`
    update contact set is_crowded = false
    where team_id = ${teamId} and id = (
      select id from (${crowdedNeighbours(teamId, contact)}) as n
      where similarity(name, ${contact.name}) >= ${minSimilarity}
      order by similarity(name, ${contact.name}) desc limit 1
    )
  `.execute(queries(tx));
}

/** The crowded contacts of the same company whose names are next to a name. */
function crowdedNeighbours(teamId: string, { id, name, company }: Named): RawBuilder<unknown> {
  const crowded = sql`
    select id, name, name_group_id from contact
    where team_id = ${teamId} and lower(company) = lower(${company}) and is_crowded and id <> ${id}`;
  return sql`
    (${crowded} and lower(name) >= lower(${name}) order by lower(name) limit ${maxNeighbours})
    union all
    (${crowded} and lower(name) < lower(${name}) order by lower(name) desc limit ${maxNeighbours})`;
}

/** The sizes of groups without a contact, the largest first. More than 100 members count as 101. */
async function measureGroups(tx: EntityManager, teamId: string, contactId: string, groups: string[]) {
  if (groups.length === 0) return [];
  // A subquery for each group, because the best plan for a group depends on its size.
  const sizes = groups.map(
    (group) => sql`select ${group}::uuid as id, count(*)::int as size from (
      select from contact
      where team_id = ${teamId} and name_group_id = ${group} and id <> ${contactId} limit ${maxExact + 1}
    ) as m`,
  );
  const { rows } = await sql<{ id: string; size: number }>`
    ${sql.join(sizes, sql` union all `)} order by size desc, id
  `.execute(queries(tx));
  return rows;
}

/** The connected components of ids and pairs of ids. */
function connect(ids: string[], pairs: { a: string; b: string }[]): string[][] {
  const parts = new Map(ids.map((id) => [id, [id]]));
  for (const { a, b } of pairs) {
    const [left, right] = [parts.get(a)!, parts.get(b)!];
    if (left === right) continue;
    left.push(...right);
    for (const id of right) parts.set(id, left);
  }
  return [...new Set(parts.values())];
}
