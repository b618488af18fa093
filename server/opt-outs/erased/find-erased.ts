import type { EntityManager } from "../../db/orm.ts";
import type { TeamPhone } from "../../db/sql/locks.ts";
import type { HashPhone } from "../../secrets/phone-hashes.ts";
import { findOutlived } from "./outlived.ts";

/** A recipient, with what hashes it if its team has erased somebody. */
export interface ErasableRecipient extends TeamPhone {
  hashPhone?: HashPhone | undefined;
}

/**
 * Returns the recipients whose opt-out outlived their erasure. A consent from after the erasure decides instead, so that a phone that
 * is erased can opt in again. Teams without erasures cost no statement. The caller has locked the phones.
 */
export function findErasedOptOuts(tx: EntityManager, recipients: ErasableRecipient[]): Promise<TeamPhone[]> {
  const erasable = recipients.flatMap(({ teamId, phone, hashPhone }) =>
    hashPhone ? { teamId, phone, hash: hashPhone(phone) } : [],
  );
  return findOutlived(tx, erasable);
}
