import { about } from "../meanings.ts";
import type { Meaning } from "../provider.ts";

/**
 * What Twilio's codes for texts mean, those that people meet. A code of a refusal is in the answer to a send, a code of a
 * failed delivery in a later callback.
 *
 * @see https://www.twilio.com/docs/api/errors
 */
export const twilioFailures: ReadonlyMap<string, Meaning> = new Map(
  Object.entries({
    "10001": about("account", "The provider has suspended the account. It may have no credit left."),
    "20003": about("account", "The provider does not accept this server's account id and auth token."),
    "20005": about("account", "The provider's account is not active. It may have no credit left."),
    "20403": about("account", "The provider does not let this account send. It may be suspended or closed."),
    "20404": about("account", "The provider does not know the account that this server names."),
    "20429": about("capacity", "The provider got too many requests at once."),
    "21211": about("recipient", "The recipient's number is not a valid phone number."),
    "21212": about("number", "The provider does not accept the sending number."),
    "21214": about("recipient", "The recipient's number cannot be reached."),
    "21217": about("recipient", "The recipient's number does not seem to be a valid phone number."),
    "21265": about("recipient", "The recipient is a short code, which cannot receive texts."),
    "21266": about("recipient", "The recipient is the sending number itself."),
    "21408": about("account", "The provider's account is not allowed to text the recipient's country."),
    "21602": about("content", "The text is empty."),
    "21606": about("number", "The sending number is not the account's, or cannot text this recipient."),
    "21608": about("account", "The provider's account is a trial, which texts only numbers that were verified for it."),
    "21610": about("recipient", "The recipient has opted out of texts from the sending number."),
    "21611": about("capacity", "Too many texts of the sending number are waiting at the provider."),
    "21612": about("number", "No route leads from the sending number to the recipient."),
    "21614": about("recipient", "The recipient's number is not a mobile number."),
    "21617": about("content", "The text is too long."),
    "21635": about("recipient", "The recipient's number is a landline, which cannot receive texts."),
    "21659": about("number", "The sending number is not a number of the provider, or not of the recipient's country."),
    "21660": about("number", "The sending number does not belong to the provider's account."),
    "21661": about("number", "The sending number cannot send texts."),
    "30001": about("capacity", "Too many texts were waiting at the provider."),
    "30002": about(
      "account",
      "The provider suspended the account before the text was sent. It may have no credit left.",
    ),
    "30003": about(
      "unreachable",
      "The recipient's phone cannot be reached: it is off, has no signal or is out of service.",
    ),
    "30004": about("recipient", "The recipient's carrier blocks the text, or the recipient blocks the sending number."),
    "30005": about("recipient", "The recipient's number is unknown or no longer in service."),
    "30006": about("recipient", "The recipient's number is a landline, or its carrier cannot be reached."),
    "30007": about("content", "The provider or a carrier filtered the text, because it looks like spam."),
    "30008": about("unreachable", "The delivery failed, and the carrier gave no reason."),
    "30017": about("capacity", "The recipient's carrier is congested."),
    "30022": about("capacity", "The texts leave faster than the registered campaign may send in the US."),
    "30023": about("capacity", "The texts that the registered brand may send to this carrier in a day are used up."),
    "30032": about("number", "The sending number is toll-free and has not been verified."),
    "30034": about("number", "The sending number is not registered for texts to the US."),
  }),
);

/** The page about a code. */
export const twilioPageOf = (code: string): string => `https://www.twilio.com/docs/api/errors/${code}`;
