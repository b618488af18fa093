import type { MessageCheck } from "../../../generated/api.ts";
import { ApiError } from "../../errors.ts";
import type { Scope } from "../../operations/scope.ts";
import { explainOptOut } from "../../opt-outs/explain-opt-out.ts";
import { findHold } from "../approvals/find-hold.ts";
import { type MessageToSend, planMessage } from "../plan-message.ts";
import { findObstacles } from "./find-obstacles.ts";
import { findCharactersOutsideGsm7 } from "./outside-gsm7.ts";

/**
 * Says what would become of a text, by the functions that `sendMessage` uses. Stores nothing and calls no provider.
 *
 * @throws validation_error for `expiresAt` and `mediaIds`
 */
export async function checkMessage(scope: Scope, message: MessageToSend): Promise<MessageCheck> {
  const plan = await planMessage(scope, message);
  const hold = await findHold(scope, { ...message, rights: scope.rights });
  const text = { ...message, ...plan, isHeld: hold !== undefined };
  const { codes, from, to, consent, segmentsLeft } = await findObstacles(scope, text);
  const errors = codes.map((code) => new ApiError(code, to === null ? {} : { recipient: to }));
  const refusals = [...plan.refusals, ...(await Promise.all(errors.map((error) => explainOptOut(scope, error))))];
  return {
    wouldSend: refusals.length === 0,
    blockedBy: refusals.map(({ code, message }) => ({ code, message })),
    from,
    to,
    characters: [...message.body].length,
    segments: plan.segments,
    encoding: plan.encoding,
    unicode: plan.encoding === "UCS-2" ? findCharactersOutsideGsm7(message.body) : [],
    sendAt: plan.sendAt ?? null,
    quietHours: plan.quiet ?? null,
    consent,
    segmentsLeft,
    waitsForApproval: text.isHeld && refusals.length === 0,
  };
}
