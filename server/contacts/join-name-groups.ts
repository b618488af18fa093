import { sql } from "kysely";
import { deferred, type EntityManager } from "../db/orm.ts";
import { rows } from "../db/rows.ts";
import { createNameGroups, type MergedGroup } from "./name-groups.ts";
import { findSimilar, type Grouped, type Named } from "./similar-names.ts";

/** The new groups of contacts, by their ids, and the ids of the groups that changed. */
interface Joined {
  groups: Map<string, Grouped>;
  changed: string[];
}

/**
 * Finds the groups of contacts that are in no group, in the order of the contacts, and moves other contacts to them. The
 * caller stores the groups of the given contacts.
 */
export async function joinNameGroups(tx: EntityManager, teamId: string, contacts: Named[]): Promise<Joined> {
  const similar = await findSimilar(tx, teamId, contacts);
  const names = createNameGroups();
  for (const { id } of contacts) names.join(id, similar.get(id) ?? []);

  const groups = names.assigned();
  const moved = [...groups].map(([id, { nameGroupId }]) => ({ id, nameGroupId }));
  const joined = new Set(contacts.map(({ id }) => id));
  await moveContacts(
    tx,
    teamId,
    moved.filter(({ id }) => !joined.has(id)),
  );
  await moveGroups(tx, teamId, names.merged());
  return { groups, changed: names.changed() };
}

async function moveContacts(
  tx: EntityManager,
  teamId: string,
  moved: { id: string; nameGroupId: string | null }[],
): Promise<void> {
  if (moved.length === 0) return;
  await sql`
    update contact c set name_group_id = a.name_group_id
    from ${rows("a", moved, { teamId: ["uuid", () => teamId], id: "uuid", nameGroupId: "uuid" })}
    where c.team_id = a.team_id and c.id = a.id
  `.execute(deferred(tx));
}

async function moveGroups(tx: EntityManager, teamId: string, merged: MergedGroup[]): Promise<void> {
  if (merged.length === 0) return;
  await sql`
    update contact c set name_group_id = a.into_id
    from ${rows("a", merged, { teamId: ["uuid", () => teamId], id: "uuid", intoId: "uuid" })}
    where c.team_id = a.team_id and c.name_group_id = a.id
  `.execute(deferred(tx));
}
