import { sql } from "kysely";
import { operations } from "../../generated/operations.ts";
import type { Result } from "../batcher.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { allOf } from "../db/transaction.ts";
import { logRefusals } from "../opt-outs/record-consents.ts";
import { otpDeliveries } from "../sending/deliveries.ts";
import { isRefusedByOptOut, lockSettlements, type Settlement, settleOnce } from "../sending/settle-once.ts";
import type { StoredOtp } from "./otps.ts";
import { presentGeneratedOtp } from "./present.ts";

/**
 * Stores the outcomes of the texts of a batch of passcodes in one transaction; see `settleOnce`. A passcode becomes void
 * if the provider refused its text.
 */
export async function settleOtps(
  tx: EntityManager,
  settlements: Settlement<StoredOtp>[],
): Promise<Result<StoredOtp>[]> {
  // Also for a single passcode, because recording locks the key before the older passcodes.
  const locked = lockSettlements(tx, otpDeliveries, settlements);
  const optedOut = settlements.filter(isRefusedByOptOut);
  if (optedOut.length > 0) {
    const refusals = optedOut.map(({ stored, now }) => ({ ...stored, messageId: null, now }));
    await allOf([locked, logRefusals(tx, refusals)]);
  }
  const [, , results] = await allOf([
    locked,
    voidRefused(
      tx,
      settlements.filter(({ outcome }) => outcome.kind === "refused").map(({ stored }) => stored),
    ),
    settleOnce(tx, settlements, {
      deliveries: otpDeliveries,
      withStatus: (otp, deliveryStatus) => ({ ...otp, deliveryStatus }),
      status: operations.generateOtp.status,
      present: presentGeneratedOtp,
    }),
  ]);
  return results;
}

async function voidRefused(tx: EntityManager, otps: StoredOtp[]): Promise<void> {
  if (otps.length === 0) return;
  await sql`
    update otp o set status = 'void' from ${identities(otps)} where o.team_id = a.team_id and o.id = a.id
  `.execute(queries(tx));
}

const identities = (otps: StoredOtp[]) => sql`unnest(
  ${otps.map(({ teamId }) => teamId)}::uuid[], ${otps.map(({ id }) => id)}::uuid[]
) as a (team_id, id)`;
