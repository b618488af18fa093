import type { FormPairs } from "../provider/signature.ts";

/** The decoded names and values of a form body, in their order and with repeated names. */
export function parseForm(raw: Buffer): FormPairs {
  // Without the `&`, URLSearchParams would drop a leading question mark.
  return [...new URLSearchParams(`&${raw.toString()}`)];
}

const separator = "&".charCodeAt(0);

/** Whether a form body has more than `max` fields. Counts separators without decoding, and stops at the limit. */
export function hasMoreFields(raw: Buffer, max: number): boolean {
  let fields = 1;
  for (const byte of raw) {
    if (byte === separator) fields += 1;
    if (fields > max) return true;
  }
  return false;
}
