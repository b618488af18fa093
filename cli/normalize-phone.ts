import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js/max";
import { usageError } from "./failures.ts";

/**
 * Converts a phone number to E.164 format, as `readPhone` does. Returns any other text unchanged, so that the server
 * refuses it.
 *
 * @throws Failure (usage) for an unknown country
 */
export const normalizePhone = (text: string, country: string | undefined): string => readPhone(text, country) ?? text;

/**
 * Reads a phone number as people and spreadsheets write it, and returns it in E.164 format. The code of `country` is added
 * to a number without a country code. Returns undefined for a text that is not one whole phone number: with an
 * extension, several endings, an exponent, a fraction, two numbers or two readings.
 *
 * @throws Failure (usage) for an unknown country
 */
export function readPhone(given: string, country: string | undefined): string | undefined {
  const code = readCountry(country);
  if (isE164(given)) return given;
  const phone = interpret(given, code);
  return phone !== undefined && isE164(phone) ? phone : undefined;
}

const isE164 = (text: string) => /^\+[1-9]\d{6,14}$/.test(text);

function interpret(given: string, code: CountryCode | undefined): string | undefined {
  const text = readInteger(unwrap(given));
  if (text === undefined || !isWrittenAsPhone(text) || !hasOneEnding(text)) return undefined;
  const digits = text.replace(/\D/g, "");
  const number = parse(text, code);
  // A spreadsheet drops a plus sign. The number then begins with the country's code, as a local number may, too.
  const mayLackPlus = code !== undefined && /^[1-9]/.test(text) && digits.startsWith(getCountryCallingCode(code));
  if (!mayLackPlus) return number?.isPossible() ? number.number : undefined;
  const readings = [number, parse(`+${digits}`, undefined)].filter((each) => each?.isValid());
  const numbers = new Set(readings.map((each) => each?.number));
  // A number for texts is more likely a mobile number.
  const mobiles = new Set(readings.filter((each) => each?.getType() === "MOBILE").map((each) => each?.number));
  const [reading] = mobiles.size === 1 ? mobiles : numbers.size === 1 ? numbers : [];
  return reading;
}

function readCountry(country: string | undefined): CountryCode | undefined {
  const code = country?.toUpperCase();
  if (code === undefined || isSupportedCountry(code)) return code;
  throw usageError(`unknown country "${country}": expected a code such as US`);
}

function parse(text: string, defaultCountry: CountryCode | undefined) {
  return parsePhoneNumberFromString(text.replace(/[()]/g, " ").trim(), {
    ...(defaultCountry && { defaultCountry }),
    extract: false,
  });
}

/** Removes what surrounds a number: invisible characters, `="…"` and the apostrophe of spreadsheets, and `tel:`. */
function unwrap(given: string): string {
  const text = given
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/[‐‑‒–—−]/g, "-")
    .replace(/\s+/g, " ")
    .trim();
  const inner = /^="?([^"]*)"?$/.exec(text)?.[1] ?? text.replace(/^['’]/, "");
  return inner.replace(/^tel:/i, "").trim();
}

/**
 * Returns the integer of a decimal number whose fraction is zero, such as 15112345678.0. Any other fraction has no phone
 * number. Other texts are returned unchanged.
 */
function readInteger(text: string): string | undefined {
  const [, whole = "", fraction = ""] = /^(\+?\d+)[.,](\d+)$/.exec(text) ?? [];
  if (fraction === "") return text;
  const isLong = whole.replace("+", "").length >= 7;
  if (isLong && /^0+$/.test(fraction)) return whole;
  return isLong || fraction.length <= 2 ? undefined : text;
}

/** Whether a text has only digits and the signs that group them, and ends with a digit. */
const isWrittenAsPhone = (text: string) => /^[ (]*\+?(?:(?:[ ()/-]|\.(?!\.))*\d)+$/.test(text);

/**
 * Whether a slash, if there is one, separates an area code from the number. Elsewhere it separates two endings, as in
 * 123456/57.
 */
function hasOneEnding(text: string): boolean {
  const [area, number, ...others] = text.split("/").map((each) => each.replace(/[^\d+]/g, ""));
  if (number === undefined) return true;
  return others.length === 0 && number.length >= 5 && /^(?:(?:\+|00)\d{2,7}|0\d{1,5}|\d{1,3})$/.test(area!);
}
