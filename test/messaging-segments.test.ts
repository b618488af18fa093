import fc from "fast-check";
import { SegmentedMessage } from "sms-segments-calculator";
import { expect, test } from "vitest";
import { measureText } from "../server/messaging/texts.ts";

test("texts of any characters are measured as the carrier measures them", () => {
  const usual = fc.string({
    unit: fc.constantFrom(..."abcXYZ 019\r\n!\"#$%&'()*+,-./:;<=>?@_^{}[]~|\\`é€ç😀"),
    maxLength: 200,
  });
  const long = fc.tuple(usual, fc.integer({ min: 155, max: 165 })).map(([text, length]) => text.padEnd(length, "a"));
  fc.assert(
    fc.property(fc.oneof(usual, long, fc.string({ unit: "binary-ascii", maxLength: 170 })), (text) => {
      const { segmentsCount, encodingName } = new SegmentedMessage(text);
      expect(measureText(text || " ")).toEqual(
        text ? { segments: segmentsCount, encoding: encodingName } : { segments: 1, encoding: "GSM-7" },
      );
    }),
    { numRuns: 500 },
  );
});
