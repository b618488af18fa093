import type { FormPairs } from "../provider/signature.ts";

/** The names and values of a form body, decoded and otherwise as they were sent, repeated names included. */
export function parseForm(raw: Buffer): FormPairs {
  // A leading question mark would be taken for the beginning of a query, and left out.
  return [...new URLSearchParams(`&${raw.toString()}`)];
}

const separator = "&".charCodeAt(0);

/** Whether a form body has more than `max` names. It looks no further than it must, and decodes nothing. */
export function hasMoreFields(raw: Buffer, max: number): boolean {
  let fields = 1;
  for (const byte of raw) {
    if (byte === separator) fields += 1;
    if (fields > max) return true;
  }
  return false;
}
