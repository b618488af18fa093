import type { HoldReason } from "../../db/schema/entities/approval.ts";
import type { OnceAnswer } from "../../operations/handlers.ts";
import type { SendingScope } from "../../operations/scope.ts";
import { explainOptOut } from "../../opt-outs/explain-opt-out.ts";
import type { WaitingText } from "../pending/find-pending.ts";
import { findReplay } from "../send.ts";
import type { TextKind } from "../text-kind.ts";
import type { NewText } from "../texts.ts";
import { findHold } from "./find-hold.ts";
import { holding, type TextToHold } from "./hold-texts.ts";

/** How the operation of a text answers. */
interface HeldAnswers<Answer> extends Pick<TextKind<never, never, Answer>, "replay"> {
  /** Whether the answer has the id of a thread, so that a missing thread is opened. */
  hasThread: boolean;
  presentHeld(text: WaitingText): Answer;
}

/** What a text that is to be sent at once has beside, if it waits for an approval. */
export const heldNow = ({
  media = [],
  ignoresQuietHours = true,
  statusCallback = null,
  discards = null,
  foresee: _,
  apiKeyId,
  ...text
}: NewText): TextToHold => ({
  ...text,
  // A request has asked for it, and no automatic reply is held.
  apiKeyId: apiKeyId!,
  media,
  statusCallback,
  discards,
  ignoresQuietHours,
  isQuiet: false,
  campaign: null,
  sendAt: null,
  expiresAt: null,
});

/**
 * Stores a text of a key that holds it, until somebody approves it. Undefined if it need not wait.
 *
 * @throws rate_limited beyond the limits of waiting texts; thread_not_found, invalid_thread, invalid_phone, invalid_sender,
 *   sending_number_not_resolved, media_not_supported, recipient_not_allowed, recipient_opted_out,
 *   idempotency_key_mismatch, idempotency_in_progress
 */
export async function holdText<Answer>(
  scope: SendingScope,
  text: TextToHold,
  answers: HeldAnswers<Answer>,
): Promise<OnceAnswer<Answer> | undefined> {
  const reason = await findHold(scope, text);
  return reason && store(scope, text, reason, answers);
}

async function store<Answer>(
  scope: SendingScope,
  text: TextToHold,
  reason: HoldReason,
  answers: HeldAnswers<Answer>,
): Promise<OnceAnswer<Answer>> {
  const { hasThread, presentHeld } = answers;
  // A replay has the content from its row.
  const present = (stored: WaitingText) => JSON.stringify(presentHeld({ ...stored, body: "", media: [] }));
  const recorded = await scope.commit(holding, { ...text, reason, hasThread, present });
  if (recorded.kind === "stored") return { body: presentHeld(recorded.stored), replayed: false };
  const replay = await findReplay(scope, answers);
  if (replay) return replay;
  if (recorded.kind === "refused") throw await explainOptOut(scope, recorded.error);
  // The key is taken. Its first request has released it since, so this request is now the first.
  return store(scope, text, reason, answers);
}
