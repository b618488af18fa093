import type { ContactChangedData, ContactDeletedData, ContactMergedData } from "../../generated/api.ts";
import type { EntityManager } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { recordEvents } from "./record-events.ts";

/** A contact that the current transaction creates or changes. */
export interface ContactChange {
  teamId: string;
  contactId: string;
  created: boolean;
  /** The names of the contract's fields whose values changed. */
  fields: string[];
  now: Timestamp;
}

/** Records changes of contacts. The contacts can belong to several teams. */
export async function recordContactEvents(tx: EntityManager, changes: ContactChange[]): Promise<void> {
  await recordEvents(
    tx,
    changes.map(({ teamId, now, ...data }) => ({
      teamId,
      type: "contact.changed",
      testMode: false,
      businessNumberId: null,
      now,
      data: data satisfies ContactChangedData,
    })),
  );
}

/** Records the merge of a contact into another one. */
export async function recordMergeEvent(
  tx: EntityManager,
  teamId: string,
  data: ContactMergedData,
  now: Timestamp,
): Promise<void> {
  await recordEvents(tx, [{ teamId, type: "contact.merged", testMode: false, businessNumberId: null, data, now }]);
}

/** Records the deletion of a contact. */
export async function recordDeletion(
  tx: EntityManager,
  teamId: string,
  data: ContactDeletedData,
  now: Timestamp,
): Promise<void> {
  await recordEvents(tx, [{ teamId, type: "contact.deleted", testMode: false, businessNumberId: null, data, now }]);
}
