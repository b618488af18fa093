import type { AutoReplies, AutoReply } from "../db/schema/entities/business-number.ts";
import { fail, failFields } from "../errors.ts";
import type { KeyRights } from "../operations/key-rights.ts";

/** The texts that a request gives a number; null or absent: none. */
export type GivenAutoReplies = { [Purpose in AutoReply]?: string | null | undefined };

/** The name of a host or page, or what follows the @ of an e-mail address. */
const name = /[^\s.@]\.\p{L}{2,18}(?![\p{L}\p{N}_-])/u;

/** Digits with what people write between them, which may end with letters. */
const phone = /\d[\d ()./-]{3,}[\dA-Z]{3}/;

const email = /[^\s@]+@[^\s@]+/g;

/**
 * The texts that a number is to answer by itself.
 *
 * @throws validation_error for an answer to HELP without a way to ask a person, and for a confirmation of an opt-out with a web
 *   address; insufficient_scope for a key that holds texts
 */
export function checkAutoReplies(rights: KeyRights, given: GivenAutoReplies): AutoReplies {
  if (rights.hold !== "none") {
    const message = "An automatic reply cannot wait for an approval, and the texts of this API key do.";
    fail("insufficient_scope", { scopes: ["messages:send"], message });
  }
  const { help, optOut } = given;
  if (help != null && !name.test(help) && !phone.test(help)) {
    failFields(["autoReplies.help"], "must have a phone number, a web address or an e-mail address");
  }
  if (optOut != null && name.test(optOut.replaceAll(email, ""))) {
    failFields(["autoReplies.optOut"], "must not have a web address");
  }
  return Object.fromEntries(Object.entries(given).filter(([, text]) => text != null));
}
