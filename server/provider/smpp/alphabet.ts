/** The encodings of a short message: the GSM alphabet, a septet in each byte, and UCS-2. */

/** `data_coding` of the alphabet that an SMSC has by default, and of UCS-2. */
export const codings = { default: 0x00, ucs2: 0x08 } as const;

/** The GSM alphabet of 3GPP TS 23.038 by its septets. The escape to the other table has no character. */
const basic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u{1b}ÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?" +
  "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";

const escapeSeptet = 0x1b;

/** The characters that follow an escape. */
const extended = new Map([
  ["\f", 0x0a],
  ["^", 0x14],
  ["{", 0x28],
  ["}", 0x29],
  ["\\", 0x2f],
  ["[", 0x3c],
  ["~", 0x3d],
  ["]", 0x3e],
  ["|", 0x40],
  ["€", 0x65],
]);

const septetsByCharacter = new Map<string, number[]>([
  ...[...basic].flatMap((character, septet): [string, number[]][] =>
    septet === escapeSeptet ? [] : [[character, [septet]]],
  ),
  ...[...extended].map(([character, septet]): [string, number[]] => [character, [escapeSeptet, septet]]),
]);

const extendedBySeptet = new Map([...extended].map(([character, septet]) => [septet, character]));

/** Further encodings of received texts by their `data_coding`: Cyrillic and Hebrew. All others are read as Latin-1. */
const decoders = new Map([
  [0x06, "iso-8859-5"],
  [0x07, "iso-8859-8"],
]);

/** The septets of a text, one in each byte; undefined if the alphabet lacks a character. */
export function encodeGsm(text: string): Buffer | undefined {
  const septets: number[] = [];
  for (const character of text) {
    const own = septetsByCharacter.get(character);
    if (!own) return undefined;
    septets.push(...own);
  }
  return Buffer.from(septets);
}

export const encodeUcs2 = (text: string): Buffer => Buffer.from(text, "utf16le").swap16();

/** Reads a received text. Half of a surrogate pair stays, because the next part of a text may have the other half. */
export function decodeText(bytes: Buffer, dataCoding: number): string {
  if (isDefaultAlphabet(dataCoding)) return decodeGsm(bytes);
  if (dataCoding === codings.ucs2) {
    const whole = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)));
    return whole.swap16().toString("utf16le");
  }
  const decoder = decoders.get(dataCoding);
  return decoder ? new TextDecoder(decoder).decode(bytes) : bytes.toString("latin1");
}

/** Whether a `data_coding` means the default alphabet: 0, or a message class with it. */
const isDefaultAlphabet = (dataCoding: number) => dataCoding === 0 || (dataCoding & 0xf4) === 0xf0;

function decodeGsm(bytes: Buffer): string {
  let text = "";
  let isEscaped = false;
  for (const byte of bytes) {
    const septet = byte & 0x7f;
    if (!isEscaped && septet === escapeSeptet) {
      isEscaped = true;
      continue;
    }
    text += (isEscaped && extendedBySeptet.get(septet)) || basic[septet];
    isEscaped = false;
  }
  return text;
}
