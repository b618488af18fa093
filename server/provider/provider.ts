import type { E164 } from "../phone.ts";

/** A text to hand to the provider. */
export interface OutboundText {
  /** Whether it is a message of a thread, or the text of a one-time passcode. */
  kind: "text" | "otp";
  /** The id of its message or passcode. */
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
 * What the provider made of a text.
 *
 * `accepted`: it has the text and gave it an id. `refused`: it definitely will not send it, so nobody was texted.
 * `unknown`: nobody can say whether it was sent, so it must not be sent again.
 */
export type Outcome = Accepted | { kind: "refused"; errorCode: string; optedOut: boolean } | { kind: "unknown" };

/** Who carries the texts. A second provider is a second implementation of this. */
export interface Provider {
  /** Whether it only simulates delivery. Its callbacks may then name test mode. */
  isSimulated?: boolean;
  /** Hands over one text. Ends within 8 seconds and never throws: what went wrong is an outcome. */
  send(text: OutboundText): Promise<Outcome>;
  /**
   * How `send` will accept a text, for a carrier that knows it beforehand: that is then stored with the text, in one
   * transaction. Undefined for a text that it will not accept; absent if only the call can tell.
   */
  foresee?(text: Pick<OutboundText, "id" | "to">): Accepted | undefined;
}
