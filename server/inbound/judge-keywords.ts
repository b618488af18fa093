import type { Said } from "../opt-outs/keywords.ts";
import { mergeSeen, type Seen } from "./find-seen.ts";
import { keyOf } from "./find-stored.ts";
import type { NewCallback } from "./record-callbacks.ts";

/** An inbound text that is a keyword, to a number of a team. */
export interface Keyword {
  callback: NewCallback;
  teamId: string;
  phone: string;
  said: Said;
  /** The provider's id of the text; null without one. */
  providerId: string | null;
}

/** The decision about a keyword. */
export interface Verdict {
  keyword: Keyword;
  isDuplicate: boolean;
  /** Whether it is a duplicate by its signature. */
  isRepeated: boolean;
  /** Whether it changes its sender's consent. */
  counts: boolean;
}

/** What is known of keywords before they are judged. */
export interface Before {
  seen: Map<Keyword, Seen>;
  /** The inbound texts that are stored, by `keyOf`. */
  stored: Set<string>;
  /** The callbacks of keywords that only took effect, by the position of the keyword; see `findInterrupted`. */
  interrupted: Map<number, string>;
}

/**
 * Judges keywords in the order of receipt. A keyword with an id of the provider is a duplicate if its id or signature is
 * known. A keyword without an id is a duplicate if its signature is known from a callback with an id. Otherwise an opt-out
 * always counts. An opt-in counts only with a new signature, or one that can recur, and is a duplicate within a minute. A
 * keyword that already took effect, but was not recorded, is recorded as the callback that its consent names.
 */
export function judge(keywords: Keyword[], { seen: before, stored, interrupted }: Before): Verdict[] {
  const ids = new Set(stored);
  const signatures = new Map<string, Seen>();
  const resumed = new Set<string>();
  return keywords.map((keyword, index) => {
    const { callback, said, teamId, providerId } = keyword;
    const id = providerId === null ? undefined : keyOf({ teamId, providerId });
    const seen = mergeSeen(before.get(keyword), signatures.get(callback.signature ?? ""));
    const isKnown = id !== undefined && (ids.has(id) || seen.withThisId);
    if (id) ids.add(id);
    if (callback.signature !== null) {
      const own = { withThisId: false, signature: true, signatureWithId: id !== undefined, recently: true };
      signatures.set(callback.signature, mergeSeen(seen, own));
    }
    const callbackId = interrupted.get(index);
    if (callbackId !== undefined && !resumed.has(callbackId)) {
      resumed.add(callbackId);
      const asBefore = { ...keyword, callback: { ...callback, id: callbackId } };
      return { keyword: asBefore, isDuplicate: false, isRepeated: false, counts: false };
    }
    const isOptIn = said.consent === "opted_in";
    const isDuplicate = id ? isKnown || seen.signature : seen.signatureWithId || (isOptIn && seen.recently);
    const isNew = id !== undefined || callback.signatureRecurs === true || !seen.signature;
    const counts = !isDuplicate && (isNew || !isOptIn);
    return { keyword, isDuplicate, isRepeated: isDuplicate && seen.signature, counts };
  });
}
