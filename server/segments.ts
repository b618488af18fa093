import { SegmentedMessage } from "sms-segments-calculator";

/** How many parts a carrier divides a text into, and how it encodes them. */
export interface Segmentation {
  segments: number;
  encoding: Encoding;
}

export type Encoding = "GSM-7" | "UCS-2";

/** Characters of GSM-7 that take one septet each; most texts consist of them. */
const plain = /^[A-Za-z0-9 \n\r!"#$%&'()*+,\-./:;<=>?@_]*$/;

/** Every character of GSM-7. */
const gsm7 = /^[\n\f\r -_a-~¡£¤¥§¿ÄÅÆÇÉÑÖØÜßàäåæèéìñòöøùüΓΔΘΛΞΠΣΦΨΩ€]*$/;

/** Characters of GSM-7 that take two septets. */
const extended = /[\f[\\\]^{|}~€]/g;

/** The library measures texts up to this length, in UTF-16 code units: more than providers take as one message. */
const maxExact = 1_600;

/** Measures a text as the carrier does. An empty text, as beside a picture, is one segment. */
export function measureText(body: string): Segmentation {
  if (plain.test(body)) return { segments: countParts(body.length, 160, 153), encoding: "GSM-7" };
  if (body.length > maxExact) return measureLong(body);
  const { segmentsCount, encodingName } = new SegmentedMessage(body);
  return { segments: segmentsCount, encoding: encodingName as Encoding };
}

/**
 * Measures a text that no carrier takes as one message, in linear time. The library needs seconds for a callback of
 * maximum size. A character that takes several units may be divided here.
 */
function measureLong(body: string): Segmentation {
  if (!gsm7.test(body)) return { segments: countParts(body.length, 70, 67), encoding: "UCS-2" };
  const septets = body.length + (body.match(extended)?.length ?? 0);
  return { segments: countParts(septets, 160, 153), encoding: "GSM-7" };
}

/** A text that has to be divided loses some room in each part to a header. */
const countParts = (units: number, whole: number, divided: number) => (units <= whole ? 1 : Math.ceil(units / divided));
