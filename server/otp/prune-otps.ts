import { sql } from "kysely";
import type { EntityManager } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { openRowsBefore, pruneRows } from "../housekeeping/prune.ts";

/**
 * Deletes the passcodes older than a timestamp, and returns their number. A passcode whose send has no outcome yet stays;
 * see `openRowsBefore`.
 */
export const pruneOtps = (em: EntityManager, before: Timestamp): Promise<number> =>
  pruneRows(em, {
    table: "otp",
    by: "created_at",
    isExpired: sql`created_at < ${before}::timestamptz
      and (delivery_status not in ('queued', 'sending') or created_at < ${openRowsBefore(before)}::timestamptz)`,
  });
