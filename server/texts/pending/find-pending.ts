import { type EntityManager, queries } from "../../db/orm.ts";
import { type PendingStatus, pendingStatuses } from "../../db/schema/entities/pending-message.ts";
import { list, type Page, type PageRequest } from "../../operations/list.ts";
import type { Scope } from "../../operations/scope.ts";
import type { E164 } from "../../phone.ts";
import type { SearchFilter } from "../look-up/search.ts";
import { type PendingText, pendingColumns } from "./pending-text.ts";

/** A text that waits or was canceled, with the phone of its sending number, if that is decided. */
export type WaitingText = PendingText & { from: E164 | null };

/** Whether texts with a status are in this table, and not messages. */
export const isPendingStatus = (status: string | undefined): status is PendingStatus =>
  pendingStatuses.some((each) => each === status);

/** Finds a text of a team; undefined if it does not wait and was not canceled. */
export async function findPending(em: EntityManager, teamId: string, id: string): Promise<WaitingText | undefined> {
  const row = await select(em, teamId).where("p.id", "=", id).executeTakeFirst();
  return row as WaitingText | undefined;
}

/**
 * The team's texts with a status, in the mode of the request, the earliest time first.
 *
 * @throws validation_error for a cursor of another list
 */
export function listPending(
  scope: Scope,
  { status }: { status: PendingStatus },
  page: PageRequest,
): Promise<Page<WaitingText>> {
  const { teamId, testMode } = scope;
  return list<WaitingText, "id">(scope, page, {
    name: "pending",
    filter: JSON.stringify([testMode, status]),
    order: ["id"],
    async read(em, after, limit) {
      const all = select(em, teamId).where("p.status", "=", status).where("p.testMode", "=", testMode);
      const rest = after ? all.where("p.id", ">", after.id) : all;
      return (await rest.orderBy("p.id").limit(limit).execute()) as WaitingText[];
    },
  });
}

/** Which texts are searched. All of them are outbound. */
export interface PendingSearch extends Omit<SearchFilter, "status"> {
  status: PendingStatus;
}

/**
 * The same texts for a search, the latest time first.
 *
 * @throws validation_error for a cursor of another list
 */
export function searchPending(
  scope: Scope,
  { status, phone, direction, since, until, campaign }: PendingSearch,
  page: PageRequest,
): Promise<Page<WaitingText, Pick<WaitingText, "createdAt" | "id">>> {
  const { teamId, testMode } = scope;
  return list<WaitingText, "createdAt" | "id">(scope, page, {
    name: "pending search",
    filter: JSON.stringify([testMode, status, phone, direction, since, until, campaign]),
    order: ["createdAt", "id"],
    async read(em, after, limit) {
      if (direction === "inbound") return [];
      let query = select(em, teamId).where("p.status", "=", status).where("p.testMode", "=", testMode);
      if (phone !== undefined) query = query.where("p.phoneNumber", "=", phone);
      if (campaign !== undefined) query = query.where("p.campaign", "=", campaign);
      if (since !== undefined) query = query.where("p.createdAt", ">=", since);
      if (until !== undefined) query = query.where("p.createdAt", "<", until);
      if (after) query = query.where("p.id", "<", after.id);
      return (await query.orderBy("p.id", "desc").limit(limit).execute()) as WaitingText[];
    },
  });
}

const columns = (Object.keys(pendingColumns) as (keyof PendingText)[]).map((name) => `p.${name}` as const);

const select = (em: EntityManager, teamId: string) =>
  queries(em)
    .selectFrom("PendingMessage as p")
    .leftJoin("BusinessNumber as n", (join) =>
      join.onRef("n.teamId", "=", "p.teamId").onRef("n.id", "=", "p.businessNumberId"),
    )
    .select([...columns, "n.phoneNumber as from"])
    .where("p.teamId", "=", teamId);
