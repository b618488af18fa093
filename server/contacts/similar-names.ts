/**
 * Contacts of one company with similar names form a group: whoever has a name similar to a member's belongs to it. The
 * groups are kept when contacts are written, because finding them means comparing every contact with every other.
 *
 * @see docs/decisions.md, Contacts
 */
import { sql } from "kysely";
import { newId } from "../db/columns.ts";
import { type EntityManager, queries } from "../db/orm.ts";

/** In a company with more similar names than this, some pairs are not looked at, and groups are not taken apart. */
const maxMembers = 100;

/** Which part of their trigrams similar names have in common. */
const similar = 0.5;

/**
 * Puts a contact that is in no group into that of the contacts with similar names, which become one if they were
 * several. Gives the ids of the groups that changed.
 */
export async function joinNameGroup(
  tx: EntityManager,
  teamId: string,
  contactId: string,
  { name, company }: { name: string; company: string | null },
): Promise<string[]> {
  if (!company?.trim()) return [];
  // `%` is what the index of names by company knows. Its threshold is the session's, in a cluster that of another node.
  const { rows } = await sql<{ id: string; name_group_id: string | null }>`
    select id, name_group_id from contact
    where team_id = ${teamId} and lower(company) = lower(${company}) and name % ${name}
      and similarity(name, ${name}) >= ${similar} and id <> ${contactId}
    limit ${maxMembers}
  `.execute(queries(tx));
  if (rows.length === 0) return [];
  const groups = [...new Set(rows.flatMap((row) => row.name_group_id ?? []))].toSorted();
  const [group = newId()] = groups;
  await sql`
    update contact set name_group_id = ${group}
    where team_id = ${teamId} and (id = any(${[contactId, ...rows.map(({ id }) => id)]}) or name_group_id = any(${groups}))
  `.execute(queries(tx));
  return [...new Set([group, ...groups])];
}

/**
 * Takes a contact out of its group. Others of the group that were in it only because of this contact part ways. Gives
 * the ids of the groups that changed or came to be.
 */
export async function leaveNameGroup(
  tx: EntityManager,
  teamId: string,
  contactId: string,
  group: string,
): Promise<string[]> {
  await queries(tx)
    .updateTable("Contact")
    .set({ nameGroupId: null })
    .where("teamId", "=", teamId)
    .where("id", "=", contactId)
    .execute();
  const members = await queries(tx)
    .selectFrom("Contact")
    .select("id")
    .where("teamId", "=", teamId)
    .where("nameGroupId", "=", group)
    .limit(maxMembers + 1)
    .execute();
  if (members.length > maxMembers) return [group];

  const { rows: pairs } = await sql<{ a: string; b: string }>`
    select a.id as a, b.id as b from contact a
    join contact b on b.team_id = a.team_id and b.name_group_id = a.name_group_id and a.id < b.id
      and similarity(a.name, b.name) >= ${similar}
    where a.team_id = ${teamId} and a.name_group_id = ${group}
  `.execute(queries(tx));
  const parts = connect(
    members.map(({ id }) => id),
    pairs,
  );
  const renamed = parts.map((ids, index) => ({ ids, group: ids.length === 1 ? null : index === 0 ? group : newId() }));
  await sql`
    update contact c set name_group_id = a.name_group_id
    from unnest(
      ${renamed.flatMap(({ ids }) => ids)}::uuid[],
      ${renamed.flatMap((part) => part.ids.map(() => part.group))}::uuid[]
    ) as a (id, name_group_id)
    where c.team_id = ${teamId} and c.id = a.id
  `.execute(queries(tx));
  return [...new Set([group, ...renamed.flatMap((part) => part.group ?? [])])];
}

/** Which of the ids hang together by pairs. */
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
