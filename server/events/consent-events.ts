import type { ConsentData } from "../../generated/api.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { NewEvent } from "./record-events.ts";

/** A consent that the current transaction changes. */
export interface ConsentChange extends Omit<ConsentData, "phone"> {
  teamId: string;
  phone: string;
  now: Timestamp;
}

/** The events of changed consents. */
export function consentEventsOf(changes: ConsentChange[]): NewEvent[] {
  return changes.map(({ teamId, now, phone, consent, source, keyword, messageId }) => {
    const data: ConsentData = { phone, consent, source, keyword, messageId };
    return { teamId, type: "consent.changed", testMode: false, businessNumberId: null, data, now };
  });
}
