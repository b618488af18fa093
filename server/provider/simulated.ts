import { type Log, withoutMasking } from "../log.ts";
import type { OutboundText, Outcome, Provider } from "./provider.ts";

/** Recipients with a fixed outcome. Texts to all other recipients are delivered. */
export const magicRecipients = {
  refused: "+15005550001",
  undelivered: "+15005550002",
  optedOut: "+15005550004",
  answering: "+15005550006",
  /** In test mode, passcodes to this recipient have a publicly known code. */
  fixedCode: "+15005550009",
};

/** The reply of the answering recipient. */
export const simulatedAnswer = "YES";

/** The error code of an undelivered message: unreachable handset. */
export const undeliveredErrorCode = "30003";

/**
 * Creates a carrier that sends nothing and logs the texts that it accepts. It refuses only texts to some of the magic
 * recipients. The delivery sweep advances the statuses of accepted texts.
 */
export function createSimulatedProvider(log: Log): Provider {
  const lines = withoutMasking(log);
  return {
    isSimulated: true,
    async send({ kind, id, from, to, body }) {
      const outcome = simulatedOutcomeOf({ id, to });
      if (outcome.kind === "accepted") {
        lines.info({ [`${kind}Id`]: id, from, to, text: body }, "simulated carrier: text accepted");
      }
      return outcome;
    },
  };
}

/** The outcome of a text for the simulated carrier. It depends on the recipient only. */
export function simulatedOutcomeOf({ id, to }: Pick<OutboundText, "id" | "to">): Outcome {
  if (to === magicRecipients.refused) return { kind: "refused", errorCode: "21211", optedOut: false };
  if (to === magicRecipients.optedOut) return { kind: "refused", errorCode: "21610", optedOut: true };
  return {
    kind: "accepted",
    providerId: `SM${id.replaceAll("-", "")}`,
    status: "queued",
    simulatedOutcome: to === magicRecipients.undelivered ? "undelivered" : "delivered",
  };
}
