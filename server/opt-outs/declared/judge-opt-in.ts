import type { Timestamp } from "../../db/timestamp.ts";
import type { Consent } from "../keywords.ts";

/** The state of a phone, and when it opted out last. */
export interface Standing {
  state: Consent | "unknown";
  /** The latest time of an effective opt-out, as its request said, or when it was recorded; null without any. */
  newestOptOut: Timestamp | null;
}

/**
 * Whether a consent of a request counts. An opt-out always does. An opt-in of a phone that has opted out counts only if it
 * came after every opt-out, so that an old opt-in never undoes a newer opt-out. An opt-in of an unknown time does not.
 */
export function doesCount({ state, newestOptOut }: Standing, consent: Consent, at: Timestamp | undefined): boolean {
  if (consent === "opted_out" || state !== "opted_out") return true;
  return at !== undefined && newestOptOut !== null && at > newestOptOut;
}

/** The standing after a consent that counts, which was given or withdrawn at a time. */
export function after({ newestOptOut }: Standing, consent: Consent, at: Timestamp): Standing {
  const isNewest = consent === "opted_out" && (newestOptOut === null || at > newestOptOut);
  return { state: consent, newestOptOut: isNewest ? at : newestOptOut };
}
