import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isPossiblePhoneNumber,
  Metadata,
} from "libphonenumber-js/max";

declare const parsed: unique symbol;

/** A phone number in E.164 format. What requests name is also possible in its country's numbering plan. */
export type E164 = string & { [parsed]: true };

const e164 = /^\+[1-9]\d{6,14}$/;

/**
 * The numbers that are possible whichever of the countries with their calling code they belong to. To find out which
 * that is, the library tries the patterns of them all.
 */
const possibleAnywhere = new RegExp(`^\\+(?:${callingCodes().join("|")})$`);

/** Whether a text has the form of E.164, possible or not. */
export const hasPhoneForm = (text: string): text is E164 => e164.test(text);

/**
 * Whether a text is a phone number: E.164, and possible. Whether it is assigned does not matter: numbering plans change
 * faster than any list of them.
 */
export function isPhone(text: string): text is E164 {
  return e164.test(text) && (possibleAnywhere.test(text) || isPossiblePhoneNumber(text));
}

/** Each calling code with the lengths that all of its countries have numbers of, as a pattern. */
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
