import fc from "fast-check";
import { expect, test } from "vitest";
import { createPasscodes, newCode } from "../server/passcodes.ts";
import { secretKey } from "./support/passcodes.ts";

const passcodes = createPasscodes(secretKey);
const place = { teamId: "019aa4a1-7c3e-7d52-9a0e-3b8f6f1d8a20", id: "019aa4a1-7c3e-7d52-9a0e-3b8f6f1d8a30" };

const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 6, maxLength: 8 });

test.each([6, 7, 8])(
  "codes of %i digits have that many, and each digit is as likely as any other in each place",
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

test("a hash matches its code and no other", () => {
  fc.assert(
    fc.property(digits, digits, (code, guess) => {
      const hash = passcodes.hash(place, code);
      expect(passcodes.matches(place, hash, code)).toBe(true);
      expect(passcodes.matches(place, hash, guess)).toBe(guess === code);
    }),
  );
});

test("a hash says nothing without its key and its place", () => {
  const hash = passcodes.hash(place, "123456");

  const others = [
    createPasscodes(`${secretKey}.`).hash(place, "123456"),
    passcodes.hash({ ...place, id: place.teamId }, "123456"),
    passcodes.hash({ ...place, teamId: place.id }, "123456"),
  ];
  for (const other of others) expect(other.equals(hash)).toBe(false);
  expect(hash).toHaveLength(32);
});
