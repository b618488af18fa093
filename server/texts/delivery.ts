import type { DeliveryStatus } from "../db/schema/entities/message.ts";
import type { Outcome } from "../provider/provider.ts";

/** The delivery of a text, as the columns of its table. */
export interface Delivery {
  status: DeliveryStatus;
  providerId: string | null;
  errorCode: string | null;
  simulatedOutcome: DeliveryStatus | null;
}

/** The delivery of a text before the provider is called. */
export const queuedDelivery: Delivery = { status: "queued", providerId: null, errorCode: null, simulatedOutcome: null };

/** The delivery of a text after an outcome. */
export function deliveryOf(outcome: Outcome): Delivery {
  return {
    status: statusOf(outcome),
    providerId: outcome.kind === "accepted" ? outcome.providerId : null,
    errorCode: outcome.kind === "refused" ? outcome.errorCode : null,
    simulatedOutcome: outcome.kind === "accepted" ? (outcome.simulatedOutcome ?? null) : null,
  };
}

/** The delivery status of a text after the provider's answer to the send. */
export function statusOf(outcome: Outcome): DeliveryStatus {
  if (outcome.kind === "accepted") return outcome.status;
  return outcome.kind === "refused" ? "failed" : "sending";
}
