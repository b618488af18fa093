import { sql } from "kysely";
import { operations } from "../../generated/operations.ts";
import type { Result } from "../batcher.ts";
import { byTeam } from "../db/by-team.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { lockClaims } from "../idempotency/claims.ts";
import { otpDeliveries } from "../sending/deliveries.ts";
import { type Settlement, settleOnce } from "../sending/settle-once.ts";
import type { StoredOtp } from "./otps.ts";
import { presentGeneratedOtp } from "./present.ts";

/**
 * Writes down what the provider made of the texts of a list of passcodes, in one transaction; see `settleOnce`. A
 * passcode whose text it refused is void.
 */
export async function settleOtps(
  tx: EntityManager,
  settlements: Settlement<StoredOtp>[],
): Promise<Result<StoredOtp>[]> {
  // In the order in which recording takes them: keys, then passcodes.
  await lockClaims(
    tx,
    settlements.flatMap(({ claim }) => claim ?? []),
  );
  await lockOtps(
    tx,
    settlements.map(({ stored }) => stored),
  );
  await voidRefused(
    tx,
    settlements.filter(({ outcome }) => outcome.kind === "refused").map(({ stored }) => stored),
  );
  return settleOnce(tx, settlements, {
    deliveries: otpDeliveries,
    withStatus: (otp, deliveryStatus) => ({ ...otp, deliveryStatus }),
    status: operations.generateOtp.status,
    present: presentGeneratedOtp,
  });
}

async function lockOtps(tx: EntityManager, otps: StoredOtp[]): Promise<void> {
  for (const [teamId, own] of byTeam(otps, ({ teamId }) => teamId)) {
    await sql`
      select from otp where team_id = ${teamId} and id = any (${own.map(({ id }) => id)}::uuid[]) order by id for update
    `.execute(queries(tx));
  }
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
