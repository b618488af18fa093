import type { SentText } from "../../generated/api.ts";
import { newId } from "../db/columns.ts";
import type { Scope } from "../scope.ts";
import { measureText } from "../segments.ts";
import { type Sent, sendOnce } from "../sending/send-once.ts";
import { statusOf } from "../sending/settle-once.ts";
import { findText } from "./find-texts.ts";
import { presentKept } from "./present.ts";
import { recordTexts } from "./record-texts.ts";
import { settleTexts } from "./settle-texts.ts";
import type { Destination, StoredText } from "./texts.ts";

export interface TextToSend extends Destination {
  body: string;
  replyWebhookUrl: string | null;
  webhookData: string | null;
}

/**
 * Sends one text. It becomes a message of its thread, even if the provider refuses it.
 *
 * @throws thread_not_found, invalid_thread, invalid_phone, invalid_sender, sending_number_not_resolved,
 *   recipient_opted_out, message_failed, idempotency_key_mismatch, idempotency_in_progress
 * @see docs/decisions.md, Sending
 */
export function sendText(scope: Scope, given: TextToSend): Promise<Sent<StoredText, SentText>> {
  const { teamId, testMode, now, claim, groupCommit } = scope;
  const { foresee } = scope.provider;
  const measured = measureText(given.body);
  return sendOnce<StoredText, SentText>(scope, {
    record: () =>
      groupCommit(recordTexts, { ...given, ...measured, id: newId(), teamId, testMode, now, claim, foresee }, teamId),
    outbound: ({ id, from, to, body }) => ({ kind: "text", id, teamId, from, to, body }),
    settle: (stored, outcome) => groupCommit(settleTexts, { stored, outcome, claim, testMode, now }, teamId),
    unsettled: (stored, outcome) => ({ ...stored, status: statusOf(outcome) }),
    find: (id) => findText(scope.em, teamId, id),
    recall: async (kept, id) => presentKept(JSON.parse(kept), (await findText(scope.em, teamId, id))!),
  });
}
