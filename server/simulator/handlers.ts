import { parseTimestamp } from "../db/timestamp.ts";
import { fail } from "../errors.ts";
import type { AreaHandlers } from "../operations/handlers.ts";
import type { HandsetMeans, Scope } from "../operations/scope.ts";
import { advanceClock } from "./advance-clock.ts";
import { listTexts } from "./list-texts.ts";
import { presentTexts } from "./present.ts";
import { receiveReply } from "./receive-reply.ts";
import { setStatus } from "./set-status.ts";

/** Translates contract ↔ domain for the simulator area. Contains no rules. */
export const simulator: AreaHandlers<"simulator"> = {
  async listSimulatedTexts({ query }, scope) {
    const { sealer } = handsetsOf(scope);
    const { to } = query;
    const since = query.since === undefined ? undefined : parseTimestamp(query.since)!;
    const { rows, nextCursor } = await listTexts(scope, { to, since }, query);
    return { texts: presentTexts(scope, sealer, rows), nextCursor };
  },

  async receiveSimulatedReply({ body }, scope) {
    return { success: true, callbackId: await receiveReply(scope, handsetsOf(scope), body) };
  },

  async setSimulatedStatus({ path, body }, scope) {
    return { success: true, callbackId: await setStatus(scope, handsetsOf(scope), path.id, body) };
  },

  async advanceSimulatedClock({ body: { advanceSeconds } }, scope) {
    handsetsOf(scope);
    if (!scope.testMode) fail("not_found", { message: onlyTestMode("The clock") });
    return { success: true, advancedSeconds: advanceSeconds, moved: await advanceClock(scope, advanceSeconds) };
  },
};

/** @throws not_found while the handsets are off in the mode of the request */
function handsetsOf({ handsets, provider }: Scope): HandsetMeans {
  if (handsets) return handsets;
  const message = provider.isSimulated
    ? "The phone is off: the operator turns it on with PHONE=on."
    : onlyTestMode("The phone");
  return fail("not_found", { message });
}

const onlyTestMode = (what: string) => `${what} is for test mode only: use the key with the suffix _test.`;
