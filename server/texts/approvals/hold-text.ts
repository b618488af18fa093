import type { OnceAnswer } from "../../operations/handlers.ts";
import type { SendingScope } from "../../operations/scope.ts";
import { letWait, type WaitingAnswers } from "../pending/let-wait.ts";
import type { NewText } from "../texts.ts";
import { findHold } from "./find-hold.ts";

/**
 * Stores a text that is to be sent at once and whose key holds it, until somebody approves it. Undefined if it need not wait.
 *
 * @param hasThread see `Hold`
 * @throws the codes of `letWait`
 */
export async function holdText<Answer>(
  scope: SendingScope,
  text: NewText,
  hasThread: boolean,
  answers: WaitingAnswers<Answer>,
): Promise<OnceAnswer<Answer> | undefined> {
  const reason = await findHold(scope, text);
  return reason && letWait(scope, waitingNow(text), { reason, hasThread }, answers);
}

const waitingNow = ({
  media = [],
  ignoresQuietHours = true,
  statusCallback = null,
  discards = null,
  apiKeyId,
  ...text
}: NewText) => ({
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
