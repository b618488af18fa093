import { fetchPage, type Page, type PageRequest } from "../db/cursor.ts";
import type { DuplicateReason } from "../db/entities/duplicate-group.ts";
import { queries } from "../db/orm.ts";
import { readSnapshot } from "../db/snapshot.ts";
import type { Scope } from "../scope.ts";
import { type ContactRow, listed, selectContactRows } from "./contact-rows.ts";
import { findMembers } from "./duplicate-groups.ts";

/** Contacts that may be the same person, the newest first. */
export interface DuplicateContacts {
  reason: DuplicateReason;
  contacts: ContactRow[];
}

/** Of a larger group only the newest are listed: who merges them meets the others afterwards. */
const maxListed = 100;

/**
 * The team's groups of duplicates, the one with the newest contact first.
 *
 * @throws validation_error for a cursor of another list
 */
export function listDuplicates(scope: Scope, page: PageRequest): Promise<Page<DuplicateContacts>> {
  return readSnapshot(scope.em, (em) => readGroups({ ...scope, em }, page));
}

async function readGroups(scope: Scope, page: PageRequest): Promise<Page<DuplicateContacts>> {
  const db = queries(scope.em);
  const { rows: groups, ...paging } = await fetchPage(
    scope.cursors,
    `duplicates/${scope.teamId}`,
    page,
    (after, limit) => {
      let query = db
        .selectFrom("DuplicateGroup")
        .select(["reason", "key", "newestCreatedAt", "newestId"])
        .where("teamId", "=", scope.teamId)
        .orderBy("newestCreatedAt", "desc")
        .orderBy("newestId", "desc")
        .orderBy("reason", "desc")
        .orderBy("key", "desc")
        .limit(limit);
      if (after) {
        const [createdAt = "", id = "", reason = "", key = ""] = after;
        query = query.where((eb) =>
          eb(
            eb.refTuple("newestCreatedAt", "newestId", "reason", "key"),
            "<",
            eb.tuple(createdAt, id, reason as DuplicateReason, key),
          ),
        );
      }
      return query.execute();
    },
    ({ newestCreatedAt, newestId, reason, key }) => [newestCreatedAt, newestId, reason, key],
  );
  if (groups.length === 0) return { ...paging, rows: [] };
  const members = await findMembers(scope.em, scope.teamId, groups, maxListed);
  const contacts = await selectContactRows(
    db,
    db
      .selectFrom("Contact as c")
      .select(listed)
      .where("c.teamId", "=", scope.teamId)
      .where("c.id", "in", members.flat()),
  ).execute();
  const byId = new Map(contacts.map((contact) => [contact.id, contact]));
  return {
    ...paging,
    rows: groups.map(({ reason }, at) => ({ reason, contacts: members[at]!.flatMap((id) => byId.get(id) ?? []) })),
  };
}
