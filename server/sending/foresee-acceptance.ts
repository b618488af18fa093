import type { E164 } from "../phone.ts";
import type { Accepted } from "../provider/provider.ts";
import { simulatedOutcomeOf } from "../provider/simulated/send.ts";
import type { NewTextBase } from "./text-kind.ts";

/**
 * Returns the acceptance of a text that is known before the carrier is called, so that it is stored with the text. Returns
 * undefined if the simulated carrier will refuse the text, or if another carrier sends it.
 */
export function foreseeAcceptance({ id, isSimulated }: NewTextBase, to: E164): Accepted | undefined {
  const outcome = isSimulated ? simulatedOutcomeOf({ id, to }) : undefined;
  return outcome?.kind === "accepted" ? outcome : undefined;
}
