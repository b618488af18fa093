import { sql } from "kysely";
import { queries } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { list, type Page, type PageRequest } from "../operations/list.ts";
import type { Scope } from "../operations/scope.ts";

/** A successful write. */
export interface AuditRow {
  id: string;
  at: Timestamp;
  apiKeyId: string | null;
  operation: string;
  target: string;
  outcome: number | null;
  requestId: string | null;
  address: string | null;
}

const columns = ["id", "at", "apiKeyId", "operation", "target", "outcome", "requestId", "address"] as const;

/** The team's audit events, the newest first. @throws validation_error for a cursor of another list */
export function listAuditEvents(scope: Scope, page: PageRequest): Promise<Page<AuditRow>> {
  return list<AuditRow, "at" | "id">(scope, page, {
    name: "audit",
    order: ["at", "id"],
    read(em, after, limit) {
      let query = queries(em).selectFrom("AuditEvent").select(columns).where("teamId", "=", scope.teamId);
      if (after) query = query.where(sql<boolean>`(at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
      return query.orderBy("at", "desc").orderBy("id", "desc").limit(limit).$castTo<AuditRow>().execute();
    },
  });
}
