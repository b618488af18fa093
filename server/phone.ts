import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isPossiblePhoneNumber,
  Metadata,
  parsePhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/max";

declare const parsed: unique symbol;

/** A phone number in E.164 format. A number of a request is also possible in its country's numbering plan. */
export type E164 = string & { [parsed]: true };

const e164 = /^\+[1-9]\d{6,14}$/;

/**
 * Matches numbers that are possible in every country with their calling code. The library is slower: it tries the patterns
 * of all these countries to find the right one.
 */
const possibleAnywhere = new RegExp(`^\\+(?:${callingCodes().join("|")})$`);

/** Whether a text has the form of E.164, even if the number is not possible. */
export const hasPhoneForm = (text: string): text is E164 => e164.test(text);

/**
 * Whether a text is a phone number in E.164 that is possible in a numbering plan. It need not be assigned, because
 * numbering plans change faster than any list of them.
 */
export function isPhone(text: string): text is E164 {
  return e164.test(text) && (possibleAnywhere.test(text) || isPossiblePhoneNumber(text));
}

/** The country of a phone in ISO 3166, for example `US`; undefined if several share its calling code and it is none of theirs. */
export const countryOf = (phone: E164): string | undefined => parsePhoneNumber(phone).country;

/** A number as it is written in the country of another phone, in E.164; undefined unless it is a valid number there. */
export function readNational(number: string, other: E164): E164 | undefined {
  const defaultCountry = parsePhoneNumber(other).country;
  const phone = parsePhoneNumberFromString(number, { ...(defaultCountry && { defaultCountry }), extract: false });
  return phone?.isValid() ? (phone.number as string as E164) : undefined;
}

/** A pattern for each calling code, with the lengths of numbers that all of its countries have. */
function callingCodes(): string[] {
  const countries = Map.groupBy(getCountries(), (country) => getCountryCallingCode(country));
  return [...countries].map(([code, sharing]) => {
    const lengths = sharing.map(possibleLengths).reduce((common, other) => common.intersection(other));
    return `${code}(?:${[...lengths].map((length) => `\\d{${length}}`).join("|")})`;
  });
}

function possibleLengths(country: CountryCode): Set<number> {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  return new Set(metadata.numberingPlan?.possibleLengths());
}
