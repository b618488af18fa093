import { readSnapshot } from "../../db/sql/snapshot.ts";
import type { Scope } from "../../operations/scope.ts";
import { findStandings } from "../../opt-outs/declared/find-standings.ts";
import { hasherOf } from "../../opt-outs/erased/hasher.ts";
import type { FullContact } from "../contact.ts";
import { findConcernedThreads, numbersOf } from "./concerned-threads.ts";
import { findPair, type PairIds } from "./find-pair.ts";
import { type MergedPair, type MergePlan, planMerge, type Strategies } from "./plan-merge.ts";

/** What a merge would do. */
export interface MergePreview extends MergedPair, MergePlan {
  /** The target as the merge would leave it. */
  result: FullContact;
  movedThreads: number;
  /** Whether the team may text the phones of the result, by phone. */
  consents: Map<string, "opted_in" | "opted_out" | "unknown">;
}

/**
 * Plans a merge without changing or locking anything.
 *
 * @throws contact_not_found, external_id_conflict; validation_error if the result exceeds a limit
 */
export function previewMerge(scope: Scope, ids: PairIds, strategies: Strategies): Promise<MergePreview> {
  const { teamId, now } = scope;
  return readSnapshot(scope.em, async (em) => {
    const pair = await findPair(em, teamId, ids);
    const plan = planMerge(pair, strategies, now);
    const { moved: movedThreads } = await findConcernedThreads(em, pair);
    const result = { contact: { ...pair.target.contact, ...plan.values, updatedAt: now }, phones: plan.phones };
    const standings = await findStandings(em, teamId, [...numbersOf(result)], hasherOf(scope));
    const consents = new Map([...standings].map(([phone, { state }]) => [phone, state]));
    return { ...pair, ...plan, result, movedThreads, consents };
  });
}
