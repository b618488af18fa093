import { sql } from "kysely";
import { queries } from "../db/orm.ts";
import { fetchPage, type Page, type PageRequest } from "../db/sql/cursor.ts";
import type { Timestamp } from "../db/timestamp.ts";
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
export function listAuditEvents({ em, teamId, cursors }: Scope, page: PageRequest): Promise<Page<AuditRow>> {
  return fetchPage<AuditRow>(
    cursors,
    `audit/${teamId}`,
    page,
    (after, limit) => {
      let query = queries(em).selectFrom("AuditEvent").select(columns).where("teamId", "=", teamId);
      if (after) query = query.where(sql<boolean>`(at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`);
      return query.orderBy("at", "desc").orderBy("id", "desc").limit(limit).$castTo<AuditRow>().execute();
    },
    ({ at, id }) => [at, id],
  );
}
