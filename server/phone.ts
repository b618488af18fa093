import { isPossiblePhoneNumber } from "libphonenumber-js/max";

declare const parsed: unique symbol;

/** A phone number in E.164 format that its country's numbering plan has room for. */
export type E164 = string & { [parsed]: true };

/**
 * Whether a text is a phone number: E.164, and possible. Whether it is assigned does not matter: numbering plans change
 * faster than any list of them.
 */
export function isPhone(text: string): text is E164 {
  return /^\+[1-9]\d{6,14}$/.test(text) && isPossiblePhoneNumber(text);
}
