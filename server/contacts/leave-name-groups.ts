import { type RawBuilder, sql } from "kysely";
import { deferred, type EntityManager, prepared } from "../db/orm.ts";
import { rows } from "../db/rows.ts";
import { newId } from "../db/schema/ids.ts";
import { crowdedNeighbours, type Grouped, maxExact, minSimilarity, type Named, namedRows } from "./similar-names.ts";

interface Member {
  group_id: string;
  id: string;
  is_crowded: boolean;
}

/**
 * Removes contacts from their groups of similar names. If only these contacts connected the other members, the group is
 * split. The caller stores the contacts' new groups.
 *
 * Returns the ids of the groups that changed or are new.
 */
export async function leaveNameGroups(
  tx: EntityManager,
  teamId: string,
  contacts: (Named & Grouped)[],
): Promise<string[]> {
  const leavers = contacts.filter(({ nameGroupId }) => nameGroupId !== null);
  const leaverIds = leavers.map(({ id }) => id);
  const left = [...new Set(leavers.flatMap(({ nameGroupId }) => nameGroupId ?? []))];
  if (left.length === 0) return [];
  const [members, pairs] = await Promise.all([
    findMembers(tx, teamId, left, leaverIds),
    findPairs(tx, teamId, left, leaverIds),
  ]);
  const membersOf = Map.groupBy(members, ({ group_id }) => group_id);
  const isLarge = (group: string) => (membersOf.get(group)?.length ?? 0) > maxExact;

  const moved: MovedMember[] = [];
  const parts: string[] = [];
  for (const group of left.filter((each) => !isLarge(each))) {
    const split = splitGroup(group, membersOf.get(group) ?? [], pairs);
    moved.push(...split.moved);
    parts.push(...split.parts);
  }
  const indexed = leavers.filter(({ nameGroupId, isCrowded }) => !isCrowded && isLarge(nameGroupId!));
  await moveMembers(tx, teamId, moved);
  await replaceIndexed(tx, teamId, indexed, leaverIds);
  return [...new Set([...left, ...parts])];
}

interface MovedMember {
  id: string;
  nameGroupId: string | null;
}

/** Divides the remaining members of a group into parts that similar names connect. */
function splitGroup(group: string, members: Member[], pairs: Pair[]) {
  const ids = new Set(members.map(({ id }) => id));
  const connected = connect(
    [...ids],
    pairs.filter(({ a }) => ids.has(a)),
  );
  // The largest part keeps the group's id, so that the fewest rows change.
  const parts = connected
    .toSorted((a, b) => b.length - a.length)
    .map((ids, index) => ({ ids, id: ids.length === 1 ? null : index === 0 ? group : newId() }));
  const partOf = new Map(parts.flatMap(({ ids, id }) => ids.map((member) => [member, id] as const)));
  const moved = members
    .filter(({ id, is_crowded }) => is_crowded || partOf.get(id) !== group)
    .map(({ id }) => ({ id, nameGroupId: partOf.get(id) ?? null }));
  return { moved, parts: parts.flatMap(({ id }) => id ?? []) };
}

interface Pair {
  a: string;
  b: string;
}

/** The connected components of ids and pairs of ids. */
function connect(ids: string[], pairs: Pair[]): string[][] {
  const parts = new Map(ids.map((id) => [id, [id]]));
  for (const { a, b } of pairs) {
    const [left, right] = [parts.get(a)!, parts.get(b)!];
    if (left === right) continue;
    left.push(...right);
    for (const id of right) parts.set(id, left);
  }
  return [...new Set(parts.values())];
}

/** SQL for the members of groups without the leavers: all of them, or 101 if there are more than 100. */
const remaining = (teamId: string, groups: string[], leaverIds: string[]): RawBuilder<unknown> => sql`
  select g.id as group_id, m.id, m.name, m.is_crowded
  from ${rows("g", groups, { teamId: ["uuid", () => teamId], id: ["uuid", (group) => group] })} cross join lateral (
    select id, name, is_crowded from contact
    where team_id = g.team_id and name_group_id = g.id and id <> all (${leaverIds}::uuid[])
    order by created_at desc, id desc limit ${sql.lit(maxExact + 1)}
  ) m`;

async function findMembers(
  tx: EntityManager,
  teamId: string,
  groups: string[],
  leaverIds: string[],
): Promise<Member[]> {
  const found = await sql<Member>`${remaining(teamId, groups, leaverIds)}`.execute(prepared(tx));
  return found.rows;
}

/** The pairs of similar names among the members of each group of up to 100. */
async function findPairs(tx: EntityManager, teamId: string, groups: string[], leaverIds: string[]): Promise<Pair[]> {
  const found = await sql<Pair>`
    with member as materialized (${remaining(teamId, groups, leaverIds)}),
    exact as (select group_id from member group by group_id having count(*) <= ${sql.lit(maxExact)})
    select a.id as a, b.id as b
    from exact join member a using (group_id) join member b using (group_id)
    where a.id < b.id and similarity(a.name, b.name) >= ${sql.lit(minSimilarity)}
  `.execute(prepared(tx));
  return found.rows;
}

async function moveMembers(tx: EntityManager, teamId: string, moved: MovedMember[]): Promise<void> {
  if (moved.length === 0) return;
  await sql`
    update contact c set name_group_id = a.name_group_id, is_crowded = false
    from ${rows("a", moved, { teamId: ["uuid", () => teamId], id: "uuid", nameGroupId: "uuid" })}
    where c.team_id = a.team_id and c.id = a.id
  `.execute(deferred(tx));
}

/** Replaces contacts in the index of a large group: marks the most similar crowded neighbour as not crowded. */
async function replaceIndexed(tx: EntityManager, teamId: string, indexed: Named[], leaverIds: string[]): Promise<void> {
  if (indexed.length === 0) return;
  await sql`
    update contact c set is_crowded = false
    from (
      select distinct a.team_id, n.id
      from ${namedRows(teamId, indexed)} cross join lateral (
        select id from (${crowdedNeighbours(leaverIds)}) as n
        where similarity(name, a.name) >= ${sql.lit(minSimilarity)}
        order by similarity(name, a.name) desc limit 1
      ) n
    ) as r
    where c.team_id = r.team_id and c.id = r.id
  `.execute(deferred(tx));
}
