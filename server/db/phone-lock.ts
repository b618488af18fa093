import { lockNames } from "./lock-names.ts";
import type { EntityManager } from "./orm.ts";

/** A phone, or another sender, of a team. */
export interface TeamPhone {
  teamId: string;
  phone: string;
}

/**
 * Locks phones until the transaction ends, all in the same order. Code that reads something about a phone and acts on it
 * takes a shared lock. Code that changes it takes an exclusive lock, so that neither misses the other.
 */
export async function lockPhones(tx: EntityManager, phones: TeamPhone[], mode: "shared" | "exclusive"): Promise<void> {
  await lockNames(
    tx,
    phones.map(({ teamId, phone }) => `phone\n${teamId}\n${phone}`),
    mode,
  );
}
