import type { FormPairs } from "../provider/callbacks.ts";

/** The decoded names and values of a form body, in their order and with repeated names. */
export function parseForm(raw: Buffer): FormPairs {
  // Without the `&`, URLSearchParams would drop a leading question mark.
  return [...new URLSearchParams(`&${raw.toString()}`)];
}
