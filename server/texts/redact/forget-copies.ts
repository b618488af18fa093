import { lockCopying, redactReceived } from "../../events/redact-received.ts";
import type { Scope } from "../../operations/scope.ts";
import { forgetText } from "../../simulator/forget-text.ts";
import { redactDeliveries } from "../../webhooks/redact-deliveries.ts";
import type { RecordRow } from "../look-up/records.ts";

/**
 * Removes the content of a message from its copies, once the message is locked or deleted. A received text is in its event and in
 * the deliveries of both, a sent one on a handset of the simulated carrier. Other events have no text.
 */
export async function forgetCopies(
  { em, teamId }: Scope,
  { id, direction, createdAt }: Pick<RecordRow, "id" | "direction" | "createdAt">,
): Promise<void> {
  if (direction === "outbound") return forgetText(em, teamId, id);
  await lockCopying(em, teamId, "exclusive");
  const eventId = await redactReceived(em, { teamId, messageId: id, createdAt });
  await redactDeliveries(em, { teamId, messageId: id, eventId });
}
