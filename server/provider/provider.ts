import type { E164 } from "../phone.ts";
import type { ProviderWords } from "./failures.ts";

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

/** A definite refusal, with the provider's words. `describeFailure` knows what its code means. */
export interface Refused extends ProviderWords {
  kind: "refused";
  errorCode: string;
  optedOut: boolean;
  /** Set if the carrier refuses the server's own credentials. That is a fault of the installation, not of the text. */
  refusesServer?: true;
}

/**
 * The outcome of handing a text to the provider.
 *
 * - `accepted`: the provider has the text and gave it an id.
 * - `refused`: a definite refusal; the text was not sent and will not be.
 * - `unknown`: the text may have been sent, so it must not be sent again.
 */
export type Outcome = Accepted | Refused | { kind: "unknown" };

/** The port to the service that carries the texts. A second provider implements this interface. */
export interface Provider {
  /**
   * Whether this is the simulated carrier. Its callbacks may name test mode, and its outcomes are known beforehand: see
   * `simulatedOutcomeOf`.
   */
  isSimulated?: boolean;
  /** Hands over one text. Ends within 8 seconds and never throws: an error is an outcome. */
  send(text: OutboundText): Promise<Outcome>;
}
