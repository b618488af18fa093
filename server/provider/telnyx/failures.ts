import { about } from "../meanings.ts";
import type { Meaning } from "../provider.ts";

/**
 * Marks a code of Telnyx. Other carriers use the same numbers for other failures.
 *
 * @returns undefined for anything but a code
 */
export const telnyxCode = (code: unknown): string | undefined =>
  typeof code === "string" || typeof code === "number" ? `telnyx-${code}` : undefined;

/**
 * What Telnyx's codes for texts mean, those that people meet.
 *
 * @see https://developers.telnyx.com/docs/messaging/messages/error-codes
 */
export const telnyxFailures: ReadonlyMap<string, Meaning> = new Map(
  Object.entries({
    "10001": about("number", "The sending number is not active at the provider."),
    "10002": about("recipient", "The recipient's number is not a valid phone number."),
    "10009": about("account", "The provider does not accept this server's API key."),
    "10010": about("account", "The provider does not let this account send the text."),
    "10011": about("capacity", "The provider got too many requests at once."),
    "10016": about("recipient", "The recipient's number is not in E.164 format."),
    "40001": about("recipient", "The recipient's number is a landline, or no route leads to it."),
    "40002": about("content", "The provider or a carrier filtered the text, because it looks like spam."),
    "40003": about("number", "A carrier has blocked the sending number for spam."),
    "40004": about("recipient", "The recipient's carrier rejects the text, and gives no reason."),
    "40005": about("unreachable", "The text expired before it could be delivered."),
    "40006": about("unreachable", "The recipient's carrier cannot be reached."),
    "40008": about("unreachable", "The recipient's carrier did not take the text, and gave no reason."),
    "40009": about("content", "The text was rejected for its content."),
    "40011": about("capacity", "The texts leave faster than the carrier takes them."),
    "40012": about("recipient", "The recipient's number is not a valid phone number."),
    "40013": about("number", "The sending number is not accepted."),
    "40014": about("capacity", "The text waited too long at the provider."),
    "40015": about("content", "The provider filtered the text, because it looks like spam."),
    "40300": about("recipient", "The recipient has opted out of texts from the sending number."),
    "40305": about("number", "The sending number is not a number of the account that can send texts."),
    "40310": about("recipient", "The recipient's number is not a valid phone number."),
    "40333": about("account", "The account has used up the spending that it allows itself."),
  }).map(([code, meaning]) => [`telnyx-${code}`, meaning]),
);
