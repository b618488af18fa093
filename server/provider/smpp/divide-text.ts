import { SegmentedMessage } from "sms-segments-calculator";
import { codings, encodeGsm, encodeUcs2 } from "./alphabet.ts";

/** The encoded parts of a text, each of which is a short message. */
export interface EncodedText {
  dataCoding: number;
  /** Whether each part begins with a header that says which part of the text it is. */
  haveHeaders: boolean;
  /** Whether the only part is too long for a short message. */
  isLong: boolean;
  parts: Buffer[];
}

/** What one short message has room for: septets with a byte for each, or bytes of UCS-2. */
const maxBytes = { [codings.default]: 160, [codings.ucs2]: 140 };

/** Encodes a text as we measure it, in one part. */
export function encodeWhole(text: string): EncodedText {
  const gsm = encodeGsm(text);
  const dataCoding = gsm ? codings.default : codings.ucs2;
  const bytes = gsm ?? encodeUcs2(text);
  return { dataCoding, haveHeaders: false, isLong: bytes.length > maxBytes[dataCoding], parts: [bytes] };
}

/**
 * Divides a text into as many parts as it is measured to have, where the same library divides it.
 *
 * @param reference a number from 0 to 255 that the parts of one text share
 */
export function divideText(text: string, reference: number): EncodedText {
  const whole = encodeWhole(text);
  if (!whole.isLong) return whole;
  const encode = whole.dataCoding === codings.default ? (part: string) => encodeGsm(part)! : encodeUcs2;
  const parts = new SegmentedMessage(text).segments.map((segment) =>
    encode(segment.map(({ raw }) => raw ?? "").join("")),
  );
  const headerOf = (index: number) => Buffer.from([5, 0, 3, reference, parts.length, index + 1]);
  const withHeaders = parts.map((part, index) => Buffer.concat([headerOf(index), part]));
  return { dataCoding: whole.dataCoding, haveHeaders: true, isLong: false, parts: withHeaders };
}
