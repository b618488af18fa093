import { type Log, withoutMasking } from "../../log.ts";
import type { OutboundText, Outcome, OwnCode, Provider, Refused } from "../provider.ts";

/** Recipients with a fixed outcome. Texts to all other recipients are delivered. */
export const magicRecipients = {
  refused: "+15005550001",
  undelivered: "+15005550002",
  countryNotAllowed: "+15005550003",
  optedOut: "+15005550004",
  /** Accepted, and then only moved by a callback or by `setSimulatedStatus`. */
  waiting: "+15005550005",
  answering: "+15005550006",
  landline: "+15005550007",
  unknownOutcome: "+15005550008",
  /** In test mode, passcodes to this recipient have a publicly known code. */
  fixedCode: "+15005550009",
  providerUnreachable: "+15005550010",
  /** In test mode, passcodes to this recipient have expired as soon as they are sent. */
  expiredCode: "+15005550011",
};

/** The answering recipient's reply to a text. Its id is derived, so that a text gets one reply. */
export const answerTo = (textId: string, number: string) => ({
  sid: sidOf(textId),
  from: magicRecipients.answering,
  to: number,
});

const sidOf = (id: string) => `SM${id.replaceAll("-", "")}`;

/** The error code of an undelivered message: unreachable handset. */
export const undeliveredErrorCode = "30003";

/**
 * Creates a carrier that sends nothing, logs the texts that it accepts, and refuses only texts to some of the magic
 * recipients, with the page of `pageOf`. The delivery sweep advances the statuses of accepted texts.
 */
export function createSimulatedProvider(log: Log, pageOf: (code: string) => string): Provider {
  const lines = withoutMasking(log);
  return {
    isSimulated: true,
    supportsMedia: true,
    foresee(text) {
      const outcome = simulatedOutcomeOf(text);
      return outcome.kind === "accepted" ? outcome : undefined;
    },
    async send({ kind, id, from, to, body, mediaUrls }) {
      const outcome = simulatedOutcomeOf({ id, to });
      if (outcome.kind === "accepted") {
        // Only their number, because whoever has a link to a file can read it.
        const files = mediaUrls && { files: mediaUrls.length };
        lines.info({ [`${kind}Id`]: id, from, to, text: body, ...files }, "simulated carrier: text accepted");
      }
      const isInWords = outcome.kind === "refused" && outcome.message !== undefined;
      return isInWords ? { ...outcome, moreInfo: pageOf(outcome.errorCode) } : outcome;
    },
  };
}

/** The outcome of a text for the simulated carrier. It depends on the recipient only. */
export function simulatedOutcomeOf({ id, to }: Pick<OutboundText, "id" | "to">): Outcome {
  const refusal = refusals.get(to);
  if (refusal) return refusal;
  if (to === magicRecipients.unknownOutcome) return { kind: "unknown" };
  const accepted: Outcome = { kind: "accepted", providerId: sidOf(id), status: "queued" };
  if (to === magicRecipients.waiting) return accepted;
  return { ...accepted, simulatedOutcome: to === magicRecipients.undelivered ? "undelivered" : "delivered" };
}

/** The refusals by their recipients, with the codes of a real carrier. */
const refusals: ReadonlyMap<string, Refused> = new Map([
  [magicRecipients.refused, refusedWith("21211")],
  [magicRecipients.countryNotAllowed, refusedWith("21408")],
  [magicRecipients.optedOut, { ...refusedWith("21610"), optedOut: true }],
  [magicRecipients.landline, refusedWith("21635")],
  [
    magicRecipients.providerUnreachable,
    { kind: "refused", errorCode: "provider_unreachable" satisfies OwnCode, optedOut: false },
  ],
]);

function refusedWith(errorCode: string): Refused {
  const message = "The simulated carrier refuses every text to this recipient.";
  return { kind: "refused", errorCode, optedOut: false, message };
}
