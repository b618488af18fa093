import type { E164 } from "../phone.ts";

/** A text to hand to the provider. */
export interface OutboundText {
  /** A message of a thread (`text`), or the text of a one-time passcode (`otp`). */
  kind: "text" | "otp";
  /** The id of the message or passcode. */
  id: string;
  teamId: string;
  from: E164;
  to: E164;
  body: string;
}

export interface Accepted {
  kind: "accepted";
  providerId: string;
  status: "queued" | "sent";
  simulatedOutcome?: "delivered" | "undelivered";
}

/**
 * The outcome of handing a text to the provider.
 *
 * - `accepted`: the provider has the text and gave it an id.
 * - `refused`: a definite refusal; the text was not sent and will not be.
 * - `unknown`: the text may have been sent, so it must not be sent again.
 */
export type Outcome = Accepted | { kind: "refused"; errorCode: string; optedOut: boolean } | { kind: "unknown" };

/** The port to the service that carries the texts. A second provider implements this interface. */
export interface Provider {
  /** Whether the provider only simulates delivery. Its callbacks may then name test mode. */
  isSimulated?: boolean;
  /** Hands over one text. Ends within 8 seconds and never throws: an error is an outcome. */
  send(text: OutboundText): Promise<Outcome>;
  /**
   * Predicts how `send` will accept a text, so that the acceptance can be stored with the text in one transaction.
   * Returns undefined for a text that `send` will refuse. Absent if only the call shows the outcome.
   */
  foresee?(text: Pick<OutboundText, "id" | "to">): Accepted | undefined;
}
