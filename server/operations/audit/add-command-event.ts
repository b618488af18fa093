import type { EntityManager } from "../../db/orm.ts";
import { AuditEvent } from "../../db/schema/entities/audit-event.ts";
import { newId } from "../../db/schema/ids.ts";
import type { Timestamp } from "../../db/timestamp.ts";

/** Adds the event of an operator's command. The flush that stores the command's changes stores it in their transaction. */
export function addCommandEvent(
  em: EntityManager,
  { teamId, now, command, target }: { teamId: string; now: Timestamp; command: string; target: string },
): void {
  em.create(AuditEvent, { teamId, at: now, id: newId(), operation: command, target });
}
