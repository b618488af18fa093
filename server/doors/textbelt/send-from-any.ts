import type { SentMessage } from "../../../generated/api.ts";
import { ApiError } from "../../errors.ts";
import type { OnceAnswer } from "../../operations/handlers.ts";
import type { Scope } from "../../operations/scope.ts";
import type { E164 } from "../../phone.ts";
import { sendMessage } from "../../texts/send-message.ts";
import { plainText } from "../plain-text.ts";

interface TextbeltText {
  phone: E164;
  body: string;
  sender: string | undefined;
  replyWebhookUrl: string | null;
  webhookData: string | null;
}

/**
 * Sends a text from the number that `sender` names. A sender is the name of a business at Textbelt, which is no number here:
 * such a text goes out from the number of a text without a sender. Quiet hours do not keep it.
 *
 * @throws the codes of `sendMessage`, but not invalid_sender
 */
export async function sendFromAny(scope: Scope, text: TextbeltText): Promise<OnceAnswer<SentMessage>> {
  const send = (sender: string | undefined) => sendMessage(scope, { ...plainText, ...text, sender });
  try {
    return await send(text.sender);
  } catch (error) {
    if (text.sender === undefined || !(error instanceof ApiError) || error.code !== "invalid_sender") throw error;
    return send(undefined);
  }
}
