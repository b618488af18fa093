import { about } from "../meanings.ts";
import type { Meaning } from "../provider.ts";

/** The code of a status that an SMSC refuses a text with. */
export const codeOfStatus = (status: number): string => `smpp-0x${status.toString(16).toUpperCase().padStart(2, "0")}`;

/** The code of a text with files, which no short message carries. */
export const filesCode = "smpp-files";

/** The code of a text that found no free place in the window. */
export const windowCode = "smpp-window";

/** The codes of texts that an SMSC could not deliver, by the words of its receipts. */
export const receiptCodes: ReadonlyMap<string, string> = new Map(
  ["UNDELIV", "EXPIRED", "DELETED", "REJECTD"].map((word) => [word, `smpp-${word.toLowerCase()}`]),
);

/**
 * What the statuses of a `submit_sm_resp` and the words of receipts mean. An SMSC has further statuses of its own.
 *
 * @see SMPP Protocol Specification v3.4, 5.1.3 and 5.2.28
 */
export const smppFailures: ReadonlyMap<string, Meaning> = new Map<string, Meaning>(
  Object.entries({
    "smpp-0x01": about("content", "The provider does not accept the length of the text."),
    "smpp-0x02": about("content", "The provider does not accept the length of the request."),
    "smpp-0x03": about("account", "The provider does not know the request."),
    "smpp-0x04": about("account", "The provider does not let this kind of connection send texts."),
    "smpp-0x08": about("unreachable", "The provider has a fault of its own."),
    "smpp-0x0A": about("number", "The provider does not accept the sending number."),
    "smpp-0x0B": about("recipient", "The provider does not accept the recipient's number."),
    "smpp-0x14": about("capacity", "Too many texts wait at the provider."),
    "smpp-0x15": about("account", "The provider does not accept the type of the service."),
    "smpp-0x43": about("account", "The provider does not accept the class of the text."),
    "smpp-0x45": about("content", "The provider rejects the text, and gives no reason."),
    "smpp-0x48": about("number", "The provider does not accept the type of the sending number."),
    "smpp-0x49": about("number", "The provider does not accept the numbering plan of the sending number."),
    "smpp-0x50": about("recipient", "The provider does not accept the type of the recipient's number."),
    "smpp-0x51": about("recipient", "The provider does not accept the numbering plan of the recipient's number."),
    "smpp-0x53": about("account", "The provider does not accept the type of this system."),
    "smpp-0x58": about("capacity", "The texts leave faster than the provider takes them."),
    "smpp-0x64": about("unreachable", "The provider cannot take the text now."),
    "smpp-0x65": about("content", "The provider rejects the text for good, and gives no reason."),
    "smpp-0x66": about("content", "The provider rejects the text, and gives no reason."),
    "smpp-0xFE": about("unreachable", "The provider could not deliver the text."),
    "smpp-0xFF": about("unreachable", "The provider has a fault that it does not know."),
    [windowCode]: about("capacity", "The provider has not yet answered as many texts as may be open."),
    [filesCode]: about("content", "This provider carries no files."),
    "smpp-undeliv": about("unreachable", "The recipient's carrier could not deliver the text."),
    "smpp-expired": about("unreachable", "The text expired before it could be delivered."),
    "smpp-deleted": about("account", "The text was deleted at the provider before it was delivered."),
    "smpp-rejectd": about("content", "The provider or a carrier rejected the text."),
  }),
);
