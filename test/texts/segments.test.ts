import fc from "fast-check";
import { SegmentedMessage } from "sms-segments-calculator";
import { expect, test } from "vitest";
import { measureText } from "../../server/texts/segments.ts";

test("texts of any characters have the segments and encoding that the carrier calculates", () => {
  const usual = fc.string({
    unit: fc.constantFrom(..."abcXYZ 019\r\n!\"#$%&'()*+,-./:;<=>?@_^{}[]~|\\`é€ç😀"),
    maxLength: 200,
  });
  const plain = fc.string({ unit: fc.constantFrom(..."ab 1?"), maxLength: 700 });
  const long = fc.tuple(usual, fc.integer({ min: 155, max: 165 })).map(([text, length]) => text.padEnd(length, "a"));
  fc.assert(
    fc.property(fc.oneof(usual, long, plain, fc.string({ unit: "binary-ascii", maxLength: 170 })), (text) => {
      const { segmentsCount, encodingName } = new SegmentedMessage(text);
      expect(measureText(text)).toEqual({ segments: segmentsCount, encoding: encodingName });
    }),
    { numRuns: 500 },
  );
});

test("a text beyond any provider's limit is measured like a shorter text, in linear time", () => {
  const longer = (text: string) => measureText(text + text.repeat(Math.ceil(1_600 / text.length)));

  expect(measureText("é".repeat(1_530))).toEqual({ segments: 10, encoding: "GSM-7" });
  expect(measureText("é".repeat(65_025))).toEqual({ segments: 425, encoding: "GSM-7" });
  // Every character in turn: the encoding is the library's.
  for (let unit = 1; unit < 0xd800; unit += 1) {
    const text = String.fromCharCode(unit);
    expect(longer(text).encoding, `U+${unit.toString(16)}`).toBe(measureText(text).encoding);
  }
});
