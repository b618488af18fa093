import { lockNames } from "./lock-names.ts";
import type { EntityManager } from "./orm.ts";

/** A phone, or another sender, as a team knows it. */
export interface TeamPhone {
  teamId: string;
  phone: string;
}

/**
 * Holds phones until the transaction ends. What reads something of a phone and acts on it holds it shared; what
 * changes that holds it exclusively, so that neither misses the other. All are taken in one order.
 */
export async function lockPhones(tx: EntityManager, phones: TeamPhone[], mode: "shared" | "exclusive"): Promise<void> {
  await lockNames(
    tx,
    phones.map(({ teamId, phone }) => `phone\n${teamId}\n${phone}`),
    mode,
  );
}
