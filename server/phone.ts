import { isPossiblePhoneNumber } from "libphonenumber-js/max";

declare const parsed: unique symbol;

/** A phone number in E.164 format that its country's numbering plan has room for. */
export type E164 = string & { [parsed]: true };

/**
 * Reads a phone number; undefined unless it is E.164 and possible. Whether it is assigned does not matter: numbering
 * plans change faster than any list of them.
 */
export function parsePhone(text: string): E164 | undefined {
  return /^\+[1-9]\d{6,14}$/.test(text) && isPossiblePhoneNumber(text) ? (text as E164) : undefined;
}
