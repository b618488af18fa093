import { sql } from "kysely";
import { type EntityManager, withoutResult } from "../../db/orm.ts";
import { byTeam } from "../../db/sql/by-team.ts";
import { rows } from "../../db/sql/rows.ts";
import { type ContactId, keyOf } from "../contact.ts";
import { createCompanySizes, findCompanies } from "./companies.ts";
import { createNameGroups, type MergedGroup, type NameGroup } from "./name-groups.ts";
import { findSimilar, type Grouped, type Named } from "./similar-names.ts";

/** The new groups of contacts, by `keyOf` the contacts, and the groups that changed. */
interface Joined {
  groups: Map<string, Grouped>;
  changed: NameGroup[];
}

/**
 * Finds the groups of contacts that are in no group, in the order of the contacts, and moves other contacts to them. The
 * caller stores the groups of the given contacts.
 */
export async function joinNameGroups(tx: EntityManager, contacts: Named[]): Promise<Joined> {
  const [similar, companies] = await Promise.all([findSimilar(tx, contacts), findCompanies(tx, contacts)]);
  const sizes = createCompanySizes(companies);
  const joined: Joined = { groups: new Map(), changed: [] };
  const moved: MovedContact[] = [];
  const merged: (MergedGroup & NameGroup)[] = [];
  for (const [teamId, ofTeam] of byTeam(contacts, (contact) => contact.teamId)) {
    const names = createNameGroups();
    for (const contact of ofTeam) names.join(contact.id, similar.get(keyOf(contact)) ?? []);
    const given = new Set(ofTeam.map(({ id }) => id));
    for (const [id, group] of names.assigned()) {
      const contact = { teamId, id };
      if (!given.has(id)) moved.push({ ...contact, nameGroupId: group.nameGroupId });
      else joined.groups.set(keyOf(contact), { ...group, isInLargeCompany: !group.isCrowded && sizes.add(contact) });
    }
    merged.push(...names.merged().map((group) => ({ ...group, teamId })));
    joined.changed.push(...names.changed().map((id) => ({ teamId, id })));
  }
  await moveContacts(tx, moved);
  await moveGroups(tx, merged);
  return joined;
}

type MovedContact = ContactId & { nameGroupId: string | null };

async function moveContacts(tx: EntityManager, moved: MovedContact[]): Promise<void> {
  if (moved.length === 0) return;
  await sql`
    update contact c set name_group_id = a.name_group_id
    from ${rows("a", moved, { teamId: "uuid", id: "uuid", nameGroupId: "uuid" })}
    where c.team_id = a.team_id and c.id = a.id
  `.execute(withoutResult(tx));
}

async function moveGroups(tx: EntityManager, merged: (MergedGroup & NameGroup)[]): Promise<void> {
  if (merged.length === 0) return;
  await sql`
    update contact c set name_group_id = a.into_id
    from ${rows("a", merged, { teamId: "uuid", id: "uuid", intoId: "uuid" })}
    where c.team_id = a.team_id and c.name_group_id = a.id
  `.execute(withoutResult(tx));
}
