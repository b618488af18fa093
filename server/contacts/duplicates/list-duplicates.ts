import { contractDocument } from "../../contract/document.ts";
import { type EntityManager, queries } from "../../db/orm.ts";
import type { DuplicateGroup, DuplicateReason } from "../../db/schema/entities/duplicate-group.ts";
import { readSnapshot } from "../../db/sql/snapshot.ts";
import { type List, list, type Page, type PageRequest } from "../../operations/list.ts";
import type { Scope } from "../../operations/scope.ts";
import { readInOrder } from "../lists/read-in-order.ts";
import type { ContactRow } from "../lists/rows.ts";
import { type DuplicateKey, findMembers } from "./duplicate-groups.ts";

/** Contacts that may be the same person. The newest contact is first. */
export interface DuplicateContacts {
  reason: DuplicateReason;
  contacts: ContactRow[];
}

/** How many of a group's newest contacts are listed. Once these are merged, the list shows older contacts. */
const maxContacts = 100;

/**
 * The team's groups of duplicates. The group with the newest contact is first.
 *
 * @throws validation_error for a cursor of another list
 */
export function listDuplicates({ em, teamId, cursors }: Scope, page: PageRequest): Promise<Page<DuplicateContacts>> {
  return readSnapshot(em, (snapshot) => {
    const scope = { em: snapshot, teamId, cursors };
    const groups: List<Group, keyof Position> = {
      name: "duplicates",
      order,
      read: (tx, after, limit) => readGroups(tx, teamId, after, limit),
    };
    return list(scope, page, groups, (found) => fillGroups(scope, found));
  });
}

const order = ["newestCreatedAt", "newestId", "reason", "key"] as const;

type Position = Pick<DuplicateGroup, (typeof order)[number]>;

type Group = Position & { teamId: string };

function readGroups(em: EntityManager, teamId: string, after: Position | undefined, limit: number): Promise<Group[]> {
  let query = queries(em)
    .selectFrom("DuplicateGroup")
    .select(["teamId", ...order])
    .where("teamId", "=", teamId)
    .limit(limit);
  for (const column of order) query = query.orderBy(column, "desc");
  if (after) {
    const { newestCreatedAt, newestId, reason, key } = after;
    query = query.where((eb) => eb(eb.refTuple(...order), "<", eb.tuple(newestCreatedAt, newestId, reason, key)));
  }
  return query.execute();
}

const { pageBytes, groupBytes } = contractDocument["x-limits"];

/** Adds the contacts to the first groups, as many groups as fit into a page, but at least one group. */
async function fillGroups(scope: Pick<Scope, "em" | "teamId">, groups: DuplicateKey[]): Promise<DuplicateContacts[]> {
  if (groups.length === 0) return [];
  const members = await findMembers(scope.em, groups, maxContacts);
  const read = readInOrder(scope, [...new Set(members.flat())]);
  const filled: DuplicateContacts[] = [];
  let total = 0;
  for (const [at, { reason }] of groups.entries()) {
    const { contacts, bytes } = await fillGroup(members[at]!, read);
    total += bytes;
    if (total > pageBytes && filled.length > 0) return filled;
    filled.push({ reason, contacts });
  }
  return filled;
}

/** Reads a group's newest contacts, up to the size limit of a group, but at least one contact. */
async function fillGroup(
  ids: string[],
  read: ReturnType<typeof readInOrder>,
): Promise<{ contacts: ContactRow[]; bytes: number }> {
  const contacts: ContactRow[] = [];
  let bytes = 0;
  for (const id of ids) {
    const next = await read(id);
    if (!next) continue;
    if (bytes + next.bytes > groupBytes && contacts.length > 0) break;
    bytes += next.bytes;
    contacts.push(next.contact);
  }
  return { contacts, bytes };
}
