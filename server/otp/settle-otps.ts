import { sql } from "kysely";
import { operations } from "../../generated/operations.ts";
import type { BatchWork } from "../db/commit/batch-work.ts";
import type { Result } from "../db/commit/batcher.ts";
import { type EntityManager, withoutResult } from "../db/orm.ts";
import { rows } from "../db/sql/rows.ts";
import { logRefusals } from "../opt-outs/record-consents.ts";
import { giveBack } from "../texts/budgets.ts";
import { otpDeliveries } from "../texts/delivery-tables.ts";
import { isRefusedByOptOut, lockSettlements, storeOutcomes } from "../texts/store-outcomes.ts";
import type { Settlement } from "../texts/text-kind.ts";
import type { StoredOtp } from "./otps.ts";
import { presentGeneratedOtp } from "./present.ts";

export const otpSettling: BatchWork<Settlement<StoredOtp>, StoredOtp> = { run: settleOtps };

/**
 * Stores the outcomes of the texts of a batch of passcodes in one transaction; see `storeOutcomes`. A passcode becomes void
 * if the provider refused its text.
 */
export async function settleOtps(
  tx: EntityManager,
  settlements: Settlement<StoredOtp>[],
): Promise<Result<StoredOtp>[]> {
  // Also for a single passcode, because recording locks the key before the older passcodes.
  await lockSettlements(tx, otpDeliveries, settlements);
  const optedOut = settlements.filter(isRefusedByOptOut);
  if (optedOut.length > 0) {
    const refusals = optedOut.map(({ stored, now }) => ({ ...stored, messageId: null, now }));
    await logRefusals(tx, refusals);
  }
  await voidRefused(
    tx,
    settlements.filter(({ outcome }) => outcome.kind === "refused").map(({ stored }) => stored),
  );
  await giveBack(tx, otpDeliveries, settlements);
  return storeOutcomes(tx, otpDeliveries, settlements, (otp) => ({
    status: operations.generateOtp.status,
    body: JSON.stringify(presentGeneratedOtp(otp)),
  }));
}

async function voidRefused(tx: EntityManager, otps: StoredOtp[]): Promise<void> {
  if (otps.length === 0) return;
  await sql`
    update otp o set status = 'void' from ${rows("a", otps, { teamId: "uuid", id: "uuid" })}
    where o.team_id = a.team_id and o.id = a.id
  `.execute(withoutResult(tx));
}
