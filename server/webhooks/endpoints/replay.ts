import type { WebhookEndpoint } from "../../db/schema/entities/webhook-endpoint.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import { failFields } from "../../errors.ts";
import { useFeed } from "../../events/feeds.ts";
import { findPosition } from "../../events/positions.ts";
import type { Scope } from "../../operations/scope.ts";
import { lockForChange } from "./change-endpoints.ts";

/**
 * Moves the position of an endpoint back to the first event at a timestamp or later. The publisher then continues from
 * there, a step at a time.
 *
 * @throws webhook_endpoint_not_found; validation_error while another replay goes on, for a disabled endpoint, and for a
 *   time before the recording or over 30 days ago
 */
export async function replayEvents(scope: Scope, id: string, since: Timestamp): Promise<WebhookEndpoint> {
  const { em, teamId } = scope;
  const endpoint = await lockForChange(scope, id);
  if (endpoint.disabledAt) failFields(["id"], "is the id of a disabled endpoint, so enable it first");
  if (isReplaying(endpoint)) failFields(["since"], "must wait, because a replay of this endpoint goes on");
  const { sequence } = await findPosition(em, teamId, await useFeed(em, teamId), since);
  const position = BigInt(endpoint.position);
  if (sequence < position) em.assign(endpoint, { position: String(sequence), replayUntil: String(position) });
  await em.flush();
  return endpoint;
}

/** Whether an endpoint still gets events that it got before. */
export const isReplaying = ({ replayUntil, position }: WebhookEndpoint): boolean =>
  replayUntil != null && BigInt(position) < BigInt(replayUntil);
