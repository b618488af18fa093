import { SegmentedMessage } from "sms-segments-calculator";
import type { Encoding } from "../../generated/api.ts";

/** The number of segments that a carrier divides a text into, and their encoding. */
export interface Segmentation {
  segments: number;
  encoding: Encoding;
}

/** Characters of GSM-7 that take one septet each; most texts consist of them. */
const plain = /^[A-Za-z0-9 \n\r!"#$%&'()*+,\-./:;<=>?@_]*$/;

/** Every character of GSM-7. */
const gsm7 = /^[\n\f\r -_a-~¡£¤¥§¿ÄÅÆÇÉÑÖØÜßàäåæèéìñòöøùüΓΔΘΛΞΠΣΦΨΩ€]*$/;

/** Characters of GSM-7 that take two septets. */
const extended = /[\f[\\\]^{|}~€]/g;

/** The maximum length that the library measures, in UTF-16 code units. Providers accept less as one message. */
const maxExactLength = 1_600;

/** Measures a text as the carrier does. An empty text, as with a picture, is one segment. */
export function measureText(body: string): Segmentation {
  if (plain.test(body)) return { segments: countSegments(body.length, 160, 153), encoding: "GSM-7" };
  if (body.length > maxExactLength) return measureLong(body);
  const { segmentsCount, encodingName } = new SegmentedMessage(body);
  return { segments: segmentsCount, encoding: encodingName as Encoding };
}

/**
 * Measures a text that is too long for one message, in linear time. The library needs seconds for a callback of maximum
 * size. The result is less exact: a character of several units may be divided between two segments.
 */
function measureLong(body: string): Segmentation {
  if (!gsm7.test(body)) return { segments: countSegments(body.length, 70, 67), encoding: "UCS-2" };
  const septets = body.length + (body.match(extended)?.length ?? 0);
  return { segments: countSegments(septets, 160, 153), encoding: "GSM-7" };
}

/** Each segment of a divided text has a header, so it holds fewer units. */
const countSegments = (units: number, whole: number, divided: number) =>
  units <= whole ? 1 : Math.ceil(units / divided);
