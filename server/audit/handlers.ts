import type { AreaHandlers } from "../operations/handlers.ts";
import { listAuditEvents } from "./list-audit-events.ts";

/** Translates contract ↔ domain for the audit area. Contains no rules. */
export const audit: AreaHandlers<"audit"> = {
  async listAuditEvents({ query }, scope) {
    const { rows, hasMore, nextCursor } = await listAuditEvents(scope, query);
    return { auditEvents: rows, hasMore, nextCursor };
  },
};
