import { type Log, withoutMasking } from "../log.ts";
import type { OutboundText, Outcome, Provider } from "./provider.ts";

/** Recipients with a fate of their own; every other text is delivered. */
export const magicRecipients = {
  refused: "+15005550001",
  undelivered: "+15005550002",
  optedOut: "+15005550004",
  answering: "+15005550006",
  /** In test mode its passcodes have a code that everybody knows. */
  fixedCode: "+15005550009",
};

/** What the recipient that answers says. */
export const simulatedAnswer = "YES";

/** The error code of a message that the simulated carrier could not deliver: unreachable handset. */
export const undeliveredErrorCode = "30003";

/**
 * A carrier that sends nothing and says in the log what it would have sent. It accepts every text but those to magic
 * recipients; the delivery sweep moves what it accepted on.
 */
export function createSimulatedProvider(log: Log): Provider {
  const lines = withoutMasking(log);
  return {
    isSimulated: true,
    foresee(text) {
      const outcome = outcomeOf(text);
      return outcome.kind === "accepted" ? outcome : undefined;
    },
    async send({ kind, id, from, to, body }) {
      const outcome = outcomeOf({ id, to });
      if (outcome.kind === "accepted") {
        lines.info({ [`${kind}Id`]: id, from, to, text: body }, "simulated carrier: text accepted");
      }
      return outcome;
    },
  };
}

function outcomeOf({ id, to }: Pick<OutboundText, "id" | "to">): Outcome {
  if (to === magicRecipients.refused) return { kind: "refused", errorCode: "21211", optedOut: false };
  if (to === magicRecipients.optedOut) return { kind: "refused", errorCode: "21610", optedOut: true };
  return {
    kind: "accepted",
    providerId: `SM${id.replaceAll("-", "")}`,
    status: "queued",
    simulatedOutcome: to === magicRecipients.undelivered ? "undelivered" : "delivered",
  };
}
