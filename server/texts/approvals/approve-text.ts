import type { SentMessage } from "../../../generated/api.ts";
import { fail } from "../../errors.ts";
import type { OnceAnswer } from "../../operations/handlers.ts";
import type { Scope } from "../../operations/scope.ts";
import { explainOptOut } from "../../opt-outs/explain-opt-out.ts";
import { findReplay, sendRecorded } from "../send.ts";
import { messageWithRecord } from "../send-message.ts";
import { approving } from "./approving.ts";

/**
 * Approves a text, which is then sent at once, or scheduled for its time. The approval and the message commit together,
 * before the provider is called, so that the provider is called at most once for a text, and for none without an approval.
 *
 * A text is canceled after approval_canceled, recipient_opted_out and recipient_not_allowed. It waits on after
 * budget_exceeded and sending_number_not_resolved.
 *
 * @throws insufficient_scope for a key that holds texts, and for the key that asked for the text
 * @throws approval_not_found, approval_already_decided, approval_canceled, recipient_opted_out, recipient_not_allowed
 * @throws budget_exceeded, sending_number_not_resolved, message_failed
 * @throws idempotency_key_mismatch, idempotency_in_progress
 */
export async function approveText(scope: Scope, id: string): Promise<OnceAnswer<SentMessage>> {
  const { teamId, apiKeyId, rights, origin, testMode, now, claim, provider, files } = scope;
  // The commands of operators give the scope to no key with a hold.
  if (rights.hold !== "none") fail("insufficient_scope", { scopes: ["messages:approve"] });
  const item = { id, teamId, apiKeyId, origin, testMode, now, claim, provider, files };
  const approved = await scope.commit(approving, item);
  switch (approved.kind) {
    case "sent":
      return sendRecorded(scope, messageWithRecord, approved.taken.text, approved.taken.recorded);
    case "waiting":
      return { body: approved.answer, replayed: false };
    case "refused":
      throw await explainOptOut(scope, approved.error);
    case "taken":
      // If the first request with the key has released it since, this request is now the first.
      return (await findReplay(scope, messageWithRecord)) ?? approveText(scope, id);
  }
}
