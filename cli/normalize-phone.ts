import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { usageError } from "./failures.ts";

/**
 * Converts a phone number to E.164 format: removes spaces and dashes, and adds the code of `country` to a number
 * without a country code. Returns any other text unchanged, so that the server refuses it.
 *
 * @throws Failure (usage) for an unknown country
 */
export function normalizePhone(text: string, country: string | undefined): string {
  const code = country?.toUpperCase();
  if (code !== undefined && !isSupportedCountry(code))
    throw usageError(`unknown country "${country}": expected a code such as US`);
  if (/^\+[1-9]\d{6,14}$/.test(text)) return text;
  return parsePhoneNumberFromString(text, code as CountryCode | undefined)?.number ?? text;
}
