import { sql } from "kysely";
import { type EntityManager, queries } from "../../db/orm.ts";
import { list, type Page, type PageRequest } from "../../operations/list.ts";
import type { Scope } from "../../operations/scope.ts";
import { caseColumns, type SuspectedCase } from "./cases.ts";

/** Lists the cases of a status, the earliest due first. @throws validation_error for a cursor of another list */
export function listCases(
  scope: Scope,
  status: SuspectedCase["status"],
  page: PageRequest,
): Promise<Page<SuspectedCase>> {
  return list<SuspectedCase, "dueAt" | "id">(scope, page, {
    name: "suspected-revocations",
    filter: status,
    order: ["dueAt", "id"],
    read(em, after, limit) {
      let query = casesOf(em, scope.teamId).where("status", "=", status);
      if (after) query = query.where(sql<boolean>`(due_at, id) > (${after.dueAt}::timestamptz, ${after.id}::uuid)`);
      return query.orderBy("dueAt").orderBy("id").limit(limit).$castTo<SuspectedCase>().execute();
    },
  });
}

/** Finds the open case of a phone; null if there is none. */
export async function findOpenCase({ em, teamId }: Scope, phone: string): Promise<SuspectedCase | null> {
  const open = casesOf(em, teamId).where("phoneNumber", "=", phone).where("status", "=", sql.lit("open"));
  return (await open.$castTo<SuspectedCase>().executeTakeFirst()) ?? null;
}

const casesOf = (em: EntityManager, teamId: string) =>
  queries(em).selectFrom("SuspectedRevocation").select(caseColumns).where("teamId", "=", teamId);
