import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { usageError } from "./failures.ts";

/**
 * A phone number as people write it, in E.164 format: spaces and dashes go, and a number without a country code gets
 * that of `country`. What is no phone number is left as it is, for the server to refuse.
 *
 * @throws Failure (usage) when there is no such country
 */
export function normalizePhone(text: string, country: string | undefined): string {
  const code = country?.toUpperCase();
  if (code !== undefined && !isSupportedCountry(code))
    throw usageError(`There is no country ${country}; it is a code like US`);
  if (/^\+[1-9]\d{6,14}$/.test(text)) return text;
  return parsePhoneNumberFromString(text, code as CountryCode | undefined)?.number ?? text;
}
