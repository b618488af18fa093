import { fail } from "../../errors.ts";
import { type E164, isPhone } from "../../phone.ts";

/** Reads a phone number. Ten digits are one of the USA and Canada, as at Textbelt. @throws invalid_phone */
export function readPhone(text: string): E164 {
  const phone = /^\d{10}$/.test(text) ? `+1${text}` : text;
  return isPhone(phone) ? phone : fail("invalid_phone");
}
