import { expect, test } from "vitest";
import { decodeText, encodeGsm } from "../../server/provider/smpp/alphabet.ts";
import { divideText } from "../../server/provider/smpp/divide-text.ts";
import { createPduReader, MalformedPdu, writePdu } from "../../server/provider/smpp/pdu.ts";
import { measureText } from "../../server/texts/segments.ts";

const pieces = [
  "a",
  "€",
  "[",
  "ñ",
  "@",
  "\r\n",
  "ż",
  "👨‍👩‍👧‍👦",
  "🐢",
  "e\u0301",
  "中",
  " ",
  "x".repeat(50),
  "{}".repeat(20),
  "ы".repeat(30),
];

/** Random numbers from 0 to below 1 that are the same in each run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

test("a text has as many parts as it is measured to have, each within its size, and together they are the text", () => {
  const random = createRandom(7);
  for (let round = 0; round < 100; round += 1) {
    const known = round % 2 === 0 ? pieces.slice(0, 6).concat("x".repeat(50), "{}".repeat(20)) : pieces;
    const length = 1 + Math.floor(random() * 40);
    const text = Array.from({ length }, () => known[Math.floor(random() * known.length)])
      .join("")
      .slice(0, 1_500);
    const whole = text.toWellFormed();

    const { dataCoding, haveHeaders, parts } = divideText(whole, 77);

    const { segments, encoding } = measureText(whole);
    expect([parts.length, dataCoding]).toEqual([segments, encoding === "GSM-7" ? 0 : 8]);
    expect(haveHeaders).toBe(segments > 1);
    const decoded = parts.map((part, index) => {
      // A septet of the text takes a byte, and the header takes seven septets on the air.
      expect(part.length).toBeLessThanOrEqual(dataCoding === 8 ? 140 : haveHeaders ? 6 + 153 : 160);
      if (haveHeaders) expect([...part.subarray(0, 6)]).toEqual([5, 0, 3, 77, parts.length, index + 1]);
      return decodeText(part.subarray(haveHeaders ? 6 : 0), dataCoding);
    });
    expect(decoded.join("")).toBe(whole);
  }
});

test("every character of the alphabet is measured as one of it, and no other character is encoded", () => {
  // The last one of the alphabet is U+20AC.
  for (let code = 1; code < 0x2100; code += 1) {
    const character = String.fromCharCode(code);
    const septets = encodeGsm(character);
    const isGsm = measureText(character).encoding === "GSM-7";
    if ((septets !== undefined) !== isGsm) expect.fail(`U+${code.toString(16)} is measured in another encoding`);
    if (septets) expect(decodeText(septets, 0)).toBe(character);
  }
});

test("PDUs are read in whatever pieces their bytes arrive", () => {
  const bytes = Buffer.concat(
    [1, 2, 3].map((sequence) => writePdu({ command: 0x15, sequence, body: Buffer.alloc(9) })),
  );
  for (const size of [1, 3, 16, 25, 40, bytes.length]) {
    const read = createPduReader();
    const found: number[] = [];
    for (let at = 0; at < bytes.length; at += size)
      for (const { sequence } of read(bytes.subarray(at, at + size))) found.push(sequence);
    expect(found).toEqual([1, 2, 3]);
  }
});

test.each([0, 15, 66_561, 0xffffffff])("a PDU of %i bytes is refused before it has arrived", (length) => {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(length);
  expect(() => createPduReader()(head).next()).toThrow(MalformedPdu);
});
