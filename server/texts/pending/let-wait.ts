import type { OnceAnswer } from "../../operations/handlers.ts";
import type { SendingScope } from "../../operations/scope.ts";
import { explainOptOut } from "../../opt-outs/explain-opt-out.ts";
import { findReplay } from "../send.ts";
import type { TextKind } from "../text-kind.ts";
import type { WaitingText } from "./find-pending.ts";
import { type Hold, storingWaiting, type TextToWait } from "./store-waiting.ts";

/** How the operation of a text answers. */
export interface WaitingAnswers<Answer> extends Pick<TextKind<never, never, Answer>, "replay"> {
  presentWaiting(text: WaitingText): Answer;
}

/**
 * Stores a text until its time, or until somebody approves it, or answers as the first request with the same key.
 *
 * @throws thread_not_found, invalid_thread, invalid_phone, invalid_sender, sending_number_not_resolved, media_not_supported,
 *   recipient_not_allowed, recipient_opted_out, idempotency_key_mismatch, idempotency_in_progress; rate_limited beyond the
 *   limits of texts that wait for an approval
 */
export async function letWait<Answer>(
  scope: SendingScope,
  text: TextToWait,
  hold: Hold | undefined,
  answers: WaitingAnswers<Answer>,
): Promise<OnceAnswer<Answer>> {
  const { presentWaiting } = answers;
  // A replay has the content from the row, so that a text that is redacted is nowhere else.
  const present = (stored: WaitingText) => JSON.stringify(presentWaiting({ ...stored, body: "", media: [] }));
  const recorded = await scope.commit(storingWaiting, { ...text, hold, present });
  if (recorded.kind === "stored") return { body: presentWaiting(recorded.stored), replayed: false };
  const replay = await findReplay(scope, answers);
  if (replay) return replay;
  if (recorded.kind === "refused") throw await explainOptOut(scope, recorded.error);
  // The key is taken. Its first request has released it since, so this request is now the first.
  return letWait(scope, text, hold, answers);
}
