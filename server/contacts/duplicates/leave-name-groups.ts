import { type RawBuilder, sql } from "kysely";
import { type EntityManager, prepared, withoutResult } from "../../db/orm.ts";
import { newId } from "../../db/schema/ids.ts";
import { rows } from "../../db/sql/rows.ts";
import { type ContactId, keyOf } from "../contact.ts";
import type { NameGroup } from "./name-groups.ts";
import {
  crowdedNeighbours,
  type Grouped,
  isNoneOf,
  maxExact,
  minSimilarity,
  type Named,
  namedRows,
} from "./similar-names.ts";

interface Member {
  team_id: string;
  group_id: string;
  id: string;
  is_crowded: boolean;
}

/**
 * Removes contacts from their groups of similar names. If only these contacts connected the other members, the group is
 * split. The caller stores the contacts' new groups.
 *
 * Returns the groups that changed or are new.
 */
export async function leaveNameGroups(tx: EntityManager, contacts: (Named & Grouped)[]): Promise<NameGroup[]> {
  const leavers = contacts.filter(({ nameGroupId }) => nameGroupId !== null);
  const left = [...new Map(leavers.map(groupOf).map((group) => [keyOf(group), group])).values()];
  if (left.length === 0) return [];
  const [members, pairs] = await Promise.all([findMembers(tx, left, leavers), findPairs(tx, left, leavers)]);
  const membersOf = Map.groupBy(members, keyOfGroup);
  const pairsOf = Map.groupBy(pairs, keyOfGroup);
  const isLarge = (group: NameGroup) => (membersOf.get(keyOf(group))?.length ?? 0) > maxExact;

  const moved: MovedMember[] = [];
  const parts: NameGroup[] = [];
  for (const group of left.filter((each) => !isLarge(each))) {
    const split = splitGroup(group, membersOf.get(keyOf(group)) ?? [], pairsOf.get(keyOf(group)) ?? []);
    moved.push(...split.moved);
    parts.push(...split.parts);
  }
  const indexed = leavers.filter((leaver) => !leaver.isCrowded && isLarge(groupOf(leaver)));
  await moveMembers(tx, moved);
  await replaceIndexed(tx, indexed, leavers);
  return [...new Map([...left, ...parts].map((group) => [keyOf(group), group])).values()];
}

const groupOf = ({ teamId, nameGroupId }: Named & Grouped): NameGroup => ({ teamId, id: nameGroupId! });

const keyOfGroup = (row: { team_id: string; group_id: string }) => keyOf({ teamId: row.team_id, id: row.group_id });

interface MovedMember extends ContactId {
  nameGroupId: string | null;
}

/** Divides the remaining members of a group into parts that similar names connect. */
function splitGroup({ teamId, id: group }: NameGroup, members: Member[], pairs: Pair[]) {
  const connected = connect(
    members.map(({ id }) => id),
    pairs,
  );
  // The largest part keeps the group's id, so that the fewest rows change.
  const parts = connected
    .toSorted((a, b) => b.length - a.length)
    .map((ids, index) => ({ ids, id: ids.length === 1 ? null : index === 0 ? group : newId() }));
  const partOf = new Map(parts.flatMap(({ ids, id }) => ids.map((member) => [member, id] as const)));
  const moved = members
    .filter(({ id, is_crowded }) => is_crowded || partOf.get(id) !== group)
    .map(({ id }) => ({ teamId, id, nameGroupId: partOf.get(id) ?? null }));
  return { moved, parts: parts.flatMap(({ id }) => (id === null ? [] : { teamId, id })) };
}

interface Pair {
  team_id: string;
  group_id: string;
  a: string;
  b: string;
}

/** The connected components of ids and pairs of ids. */
function connect(ids: string[], pairs: Pick<Pair, "a" | "b">[]): string[][] {
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
const remaining = (groups: NameGroup[], leavers: ContactId[]): RawBuilder<unknown> => sql`
  select g.team_id, g.id as group_id, m.id, m.name, m.is_crowded
  from ${rows("g", groups, { teamId: "uuid", id: "uuid" })} cross join lateral (
    select id, name, is_crowded from contact
    where team_id = g.team_id and name_group_id = g.id and ${isNoneOf(leavers)}
    order by created_at desc, id desc limit ${sql.lit(maxExact + 1)}
  ) m`;

async function findMembers(tx: EntityManager, groups: NameGroup[], leavers: ContactId[]): Promise<Member[]> {
  const found = await sql<Member>`${remaining(groups, leavers)}`.execute(prepared(tx));
  return found.rows;
}

/** The pairs of similar names among the members of each group of up to 100. */
async function findPairs(tx: EntityManager, groups: NameGroup[], leavers: ContactId[]): Promise<Pair[]> {
  const found = await sql<Pair>`
    with member as materialized (${remaining(groups, leavers)}),
    exact as (
      select team_id, group_id from member group by team_id, group_id having count(*) <= ${sql.lit(maxExact)}
    )
    select team_id, group_id, a.id as a, b.id as b
    from exact join member a using (team_id, group_id) join member b using (team_id, group_id)
    where a.id < b.id and similarity(a.name, b.name) >= ${sql.lit(minSimilarity)}
  `.execute(prepared(tx));
  return found.rows;
}

/** Moves members to other groups. Members that were crowded are found by their trigrams from now on. */
async function moveMembers(tx: EntityManager, moved: MovedMember[]): Promise<void> {
  if (moved.length === 0) return;
  await sql`
    update contact c set name_group_id = a.name_group_id, is_crowded = false,
      is_in_large_company = c.is_in_large_company or c.is_crowded
    from ${rows("a", moved, { teamId: "uuid", id: "uuid", nameGroupId: "uuid" })}
    where c.team_id = a.team_id and c.id = a.id
  `.execute(withoutResult(tx));
}

/** Replaces contacts in the index of a large group: marks the most similar crowded neighbour as not crowded. */
async function replaceIndexed(tx: EntityManager, indexed: Named[], leavers: ContactId[]): Promise<void> {
  if (indexed.length === 0) return;
  await sql`
    update contact c set is_crowded = false, is_in_large_company = true
    from (
      select distinct a.team_id, n.id
      from ${namedRows(indexed)} cross join lateral (
        select id from (${crowdedNeighbours(leavers)}) as n
        where similarity(name, a.name) >= ${sql.lit(minSimilarity)}
        order by similarity(name, a.name) desc limit 1
      ) n
    ) as r
    where c.team_id = r.team_id and c.id = r.id
  `.execute(withoutResult(tx));
}
