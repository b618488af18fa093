import fc from "fast-check";
import { getCountries, getCountryCallingCode, isPossiblePhoneNumber } from "libphonenumber-js/max";
import { expect, test } from "vitest";
import { isPhone } from "../../server/phone.ts";

const assigned = [...new Set(getCountries().map((country) => getCountryCallingCode(country)))];
/** Codes of satellites and of the world as a whole belong to no country. */
const callingCodes = [...assigned, "800", "808", "870", "878", "881", "882", "883", "888", "979", "210", "999"];

const isPossibleE164 = (text: string) => /^\+[1-9]\d{6,14}$/.test(text) && isPossiblePhoneNumber(text);

const digits = (maxLength: number) => fc.string({ unit: fc.constantFrom(..."0123456789"), maxLength });

/** What the library may take for a prefix of calls within a country, and leave out. */
const prefixes = ["", "", "0", "00", "01", "011", "0115", "1", "11", "15", "115", "2", "3", "6", "06", "8", "9", "044"];

const numbers = fc
  .tuple(fc.constantFrom(...callingCodes), fc.constantFrom(...prefixes), digits(14))
  .map((parts) => `+${parts.join("")}`);

test("for any calling code and length, a phone is a number that the library calls possible, in E.164 format", () => {
  fc.assert(
    fc.property(numbers, (number) => {
      expect(isPhone(number)).toBe(isPossibleE164(number));
    }),
    { numRuns: 20_000 },
  );
});

test("the numbers of every calling code have the lengths that the library defines", () => {
  for (const code of callingCodes) {
    for (const first of "0123456789") {
      for (let length = 1; length <= 14; length++) {
        const number = `+${code}${first.padEnd(length, "2345678901234")}`;
        expect(isPhone(number), number).toBe(isPossibleE164(number));
      }
    }
  }
});

test.each([
  "+12025550123\n",
  " +12025550123",
  "12025550123",
  "+1 202 555 0123",
  "tel:+12025550123",
  "+１２０２５５５０１２３",
])("%j is not a phone in E.164 format", (text) => expect(isPhone(text)).toBe(false));
