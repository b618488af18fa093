import type { ConsentData } from "../../generated/api.ts";
import type { EntityManager } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { recordEvents } from "./record-events.ts";

/** A consent that the current transaction changes. */
export interface ConsentChange extends Omit<ConsentData, "phone"> {
  teamId: string;
  phone: string;
  now: Timestamp;
}

/** Records changes of consents. */
export async function recordConsentEvents(tx: EntityManager, changes: ConsentChange[]): Promise<void> {
  await recordEvents(
    tx,
    changes.map(({ teamId, now, phone, consent, source, keyword, messageId }) => {
      const data: ConsentData = { phone, consent, source, keyword, messageId };
      return { teamId, type: "consent.changed", testMode: false, businessNumberId: null, data, now };
    }),
  );
}
