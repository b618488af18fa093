import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalizePhone, readPhone } from "../../cli/normalize-phone.ts";

/** A fictional mobile number, and the country that it is written in. */
const numbers = [
  ["2025550123", "US", "+12025550123"],
  ["15112345678", "DE", "+4915112345678"],
  ["07700900123", "GB", "+447700900123"],
  ["0612345678", "FR", "+33612345678"],
  ["9812345678", "IN", "+919812345678"],
  ["11987654321", "BR", "+5511987654321"],
  ["13800138000", "CN", "+8613800138000"],
  ["8031234567", "NG", "+2348031234567"],
  ["0412345678", "AU", "+61412345678"],
  ["3123456789", "IT", "+393123456789"],
] as const;

const anyNumber = fc.constantFrom(...numbers);
const countries = fc.constantFrom(undefined, "US", "DE", "GB", "AT", "BR", "IN", "CN", "JP", "IT", "FR", "NZ");

test("a number with a country is read as E.164, however spreadsheets and people surround and group it", () => {
  const around = fc.constantFrom(
    ["", ""],
    [" ", "\t"],
    ['="', '"'],
    ["'", ""],
    ["\u202a", "\u202c"],
    ["tel:", ""],
    ["\ufeff", ""],
  );
  const groups = fc.array(fc.constantFrom("", " ", "-", ".", "\u00a0", "–", ") "), { minLength: 12, maxLength: 12 });
  fc.assert(
    fc.property(anyNumber, around, groups, fc.boolean(), ([local, country, e164], [before, after], signs, isFull) => {
      const given = isFull ? e164 : local;
      const grouped = given.replace(/\d{3}(?=\d{3})/g, (group, at: number) => group + signs[at % signs.length]);
      // A single point behind many digits begins a fraction, as in 15112345678.5.
      fc.pre(!/^\+?\d{7,}\.\d+$/.test(grouped));
      expect(readPhone(before + grouped + after, isFull ? undefined : country)).toBe(e164);
    }),
  );
});

test("a decimal number with a fraction of zeros is its integer", () => {
  fc.assert(
    fc.property(
      anyNumber,
      fc.constantFrom(".", ","),
      fc.integer({ min: 1, max: 6 }),
      ([local, country, e164], point, zeros) => {
        const digits = local.replace(/^0/, "");
        const fraction = point + "0".repeat(zeros);
        expect(readPhone(digits + fraction, country)).toBe(readPhone(digits, country));
        expect(readPhone(e164 + fraction, undefined)).toBe(e164);
      },
    ),
  );
});

test("a number with any other fraction, or with an exponent, is none", () => {
  const fractions = fc.stringMatching(/^\d{0,5}[1-9]\d{0,3}$/);
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1_000_000n, max: 999_999_999_999_999n }),
      fc.constantFrom(".", ","),
      fractions,
      countries,
      (whole, point, fraction, country) => {
        expect(readPhone(`${whole}${point}${fraction}`, country)).toBeUndefined();
        expect(readPhone(`+${whole}${point}${fraction}`, country)).toBeUndefined();
      },
    ),
  );
  fc.assert(
    fc.property(fc.double({ min: 1e6, max: 1e15, noNaN: true }), countries, (number, country) => {
      for (const text of [
        number.toExponential(),
        number.toExponential(5).replace(".", ","),
        number.toExponential(3).toUpperCase(),
      ])
        expect(readPhone(text, country)).toBeUndefined();
    }),
  );
});

test("no text gives the digits of another one: what is read has the digits that were written", () => {
  const signs = fc.string({ unit: fc.constantFrom(..."0123456789+-./() ,;xeE#*"), maxLength: 24 });
  fc.assert(
    fc.property(signs, countries, (text, country) => {
      const read = readPhone(text, country);
      if (read === undefined) return;
      expect(read).toMatch(/^\+[1-9]\d{6,14}$/);
      const written = text.replace(/[.,]0+$/, "").replace(/\D/g, "");
      const withZeros = text.replace(/\D/g, "");
      // A prefix of the country or of international calls may be dropped, and the country's code added.
      const isEnding = [written, withZeros].some((digits) => digits.endsWith(read.slice(-4)));
      expect(isEnding, `${text} is ${read}`).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

describe("a text that is not one whole number is not read", () => {
  test.each([
    "123456/57",
    "030 123456/57",
    "030/123456/57",
    "2025550121/2025550122",
    "+12025550121 +12025550122",
    "+1 202 555 0123 ext. 5",
    "+1 202 555 0123 x5",
    "+12025550123#5",
    "+12025550123;ext=5",
    "tel:+1-202-555-0123;ext=5",
    "+1 202 555 0123 (5)",
    "+4915112345…",
    "+4915112345...",
    "1-800-FLOWERS",
    "call +12025550123 now",
    "0000",
    "-",
    "n/a",
    "",
  ])("%s", (text) => {
    for (const country of ["US", "DE", undefined]) expect(readPhone(text, country)).toBeUndefined();
    expect(normalizePhone(text, "US")).toBe(text);
  });
});

test("a number with too many or too few digits for its country is not read", () => {
  for (const text of ["20255501234", "202555012"]) expect(readPhone(text, "US")).toBeUndefined();
});

test.each([
  ["+49 (0)151 12345678", undefined, "+4915112345678"],
  ["+44 (0)7700 900123", undefined, "+447700900123"],
  ["(+49) 151 12345678", undefined, "+4915112345678"],
  ["0151/12345678", "DE", "+4915112345678"],
  ["030/12345-67", "DE", "+49301234567"],
  ["+43 (0)664/1234567", undefined, "+436641234567"],
  ["0049 151 12345678", "DE", "+4915112345678"],
  ["011 49 151 12345678", "US", "+4915112345678"],
  ["＋１２０２５５５０１２３", undefined, "+12025550123"],
  ["+1.2025550123", undefined, "+12025550123"],
])("%s in %s is %s", (text, country, phone) => {
  expect(readPhone(text, country)).toBe(phone);
});

test.each([
  ["4915112345678", "DE", "+4915112345678"],
  ["4915112345678.0", "DE", "+4915112345678"],
  ["12025550123.0", "US", "+12025550123"],
  ["9198123456", "IN", "+919198123456"],
  ["919812345678", "IN", "+919812345678"],
])("a number that lost its plus sign is not read as a local one: %s in %s is %s", (text, country, phone) => {
  expect(readPhone(text, country)).toBe(phone);
});
