import fc from "fast-check";
import { expect, test } from "vitest";
import { hashCode, isCodeOf, newCode } from "../../server/secrets/passcodes.ts";
import { passcodeKeys, secretKey } from "../support/passcodes.ts";

const place = { teamId: "019aa4a1-7c3e-7d52-9a0e-3b8f6f1d8a20", id: "019aa4a1-7c3e-7d52-9a0e-3b8f6f1d8a30" };

const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 6, maxLength: 8 });

test.each([6, 7, 8])(
  "codes of %i digits have that length, and each digit is equally likely at each position",
  (length) => {
    const count = 20_000;
    const codes = Array.from({ length: count }, () => newCode(length));

    expect(codes.filter((code) => !new RegExp(`^\\d{${length}}$`).test(code))).toEqual([]);
    for (let at = 0; at < length; at++) {
      const seen = new Map<string, number>();
      for (const code of codes) seen.set(code[at]!, (seen.get(code[at]!) ?? 0) + 1);
      const expected = count / 10;
      const chiSquare = [..."0123456789"].reduce(
        (sum, digit) => sum + ((seen.get(digit) ?? 0) - expected) ** 2 / expected,
        0,
      );
      // Of nine degrees of freedom; chance alone goes beyond once in ten million times.
      expect(chiSquare, `digit ${at}`).toBeLessThan(50);
    }
  },
);

test("a hash matches only its code", () => {
  fc.assert(
    fc.property(digits, digits, (code, guess) => {
      const hash = hashCode(passcodeKeys, place, code);
      expect(isCodeOf(passcodeKeys, place, hash, code)).toBe(true);
      expect(isCodeOf(passcodeKeys, place, hash, guess)).toBe(guess === code);
    }),
  );
});

test("a hash does not reveal its code without its key and its position", () => {
  const hash = hashCode(passcodeKeys, place, "123456");

  const others = [
    hashCode({ current: `${secretKey}.` }, place, "123456"),
    hashCode(passcodeKeys, { ...place, id: place.teamId }, "123456"),
    hashCode(passcodeKeys, { ...place, teamId: place.id }, "123456"),
  ];
  for (const other of others) expect(other.equals(hash)).toBe(false);
  expect(hash).toHaveLength(32);
});
