import type { FormPairs } from "../provider/signature.ts";

/** The names and values of a form body, decoded and otherwise as they were sent, repeated names included. */
export function parseForm(raw: Buffer): FormPairs {
  // A leading question mark would be taken for the beginning of a query, and left out.
  return [...new URLSearchParams(`&${raw.toString()}`)];
}
