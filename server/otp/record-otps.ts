import { sql } from "kysely";
import { operations } from "../../generated/operations.ts";
import { findDefaultNumbers, type SendingNumber } from "../business-numbers/find-default-numbers.ts";
import type { BatchWork } from "../db/commit/batch-work.ts";
import type { Result } from "../db/commit/batcher.ts";
import { type EntityManager, withoutResult } from "../db/orm.ts";
import { lockNames } from "../db/sql/locks.ts";
import { rows } from "../db/sql/rows.ts";
import { ApiError } from "../errors.ts";
import { mayText } from "../operations/key-rights.ts";
import { claimIdempotencyKeys, keepAnswers, releaseClaims, rethrowClaimError } from "../operations/once/claims.ts";
import { findOptOuts } from "../opt-outs/find-opt-outs.ts";
import { findUnfunded } from "../texts/budgets.ts";
import { type Delivery, deliveryOf, queuedDelivery } from "../texts/delivery.ts";
import { recordAgain } from "../texts/record-again.ts";
import { type Recorded, recordedOf } from "../texts/text-kind.ts";
import { findOtp } from "./find-otps.ts";
import { limitSends } from "./limit-sends.ts";
import { type NewOtp, recipientOf, type StoredOtp } from "./otps.ts";
import { presentGeneratedOtp } from "./present.ts";

/** Records passcodes by `recordOtps`. A passcode that may have been committed before is first searched by its id. */
export const otpRecording: BatchWork<NewOtp, Recorded<StoredOtp>> = {
  run: recordOtps,
  runAgain(tx, otp) {
    const find = async (em: EntityManager) => {
      const stored = await findOtp(em, otp.teamId, otp.id);
      return stored && recordedOf(otp, stored, isSettled(otp));
    };
    return recordAgain(tx, find, async () => (await recordOtps(tx, [otp]))[0]!);
  },
};

/**
 * Claims, checks and stores a batch of passcodes in one transaction. Each replaces the older passcode of its recipient,
 * and goes out from the default number of its team. An acceptance that is known beforehand, and the kept answer, are
 * stored in the same transaction.
 *
 * The error of a refused passcode is recipient_not_allowed, sending_number_not_resolved, recipient_opted_out, rate_limited
 * or budget_exceeded.
 */
export async function recordOtps(tx: EntityManager, otps: NewOtp[]): Promise<Result<Recorded<StoredOtp>>[]> {
  // Sent together, and executed in this order.
  const [claimed, numbers, isOptedOut] = await Promise.all([
    claimIdempotencyKeys(tx, claimsOf(otps)),
    findDefaultNumbers(
      tx,
      otps.map(({ teamId }) => teamId),
    ),
    findOptOuts(tx, otps),
  ]).catch(rethrowClaimError);
  const results = new Map<NewOtp, StoredOtp | ApiError>();
  const claimedOtps = otps.filter(({ claim }) => !claim || claimed.has(claim));
  for (const otp of claimedOtps) {
    if (!mayText(otp.rights, otp.phone)) results.set(otp, new ApiError("recipient_not_allowed"));
    else if (!numbers.has(otp.teamId)) results.set(otp, new ApiError("sending_number_not_resolved"));
    else if (isOptedOut(otp)) results.set(otp, new ApiError("recipient_opted_out", { recipient: otp.phone }));
  }

  const permitted = claimedOtps.filter((otp) => !results.has(otp));
  const limitErrors = await limitSends(tx, permitted);
  for (const [index, otp] of permitted.entries()) if (limitErrors[index]) results.set(otp, limitErrors[index]);

  // Counted before the insert, because a passcode that is refused must not replace an older one.
  const unfunded = await findUnfunded(
    tx,
    permitted.filter((otp) => !results.has(otp)),
  );
  for (const otp of permitted) if (unfunded.has(otp.id)) results.set(otp, new ApiError("budget_exceeded"));

  const refused = claimsOf(claimedOtps.filter((otp) => results.has(otp)));
  await releaseClaims(tx, refused);
  const storable = claimedOtps.filter((otp) => !results.has(otp));
  const stored = storable.length === 0 ? [] : await insertOtps(tx, storable, numbers);
  for (const [index, otp] of storable.entries()) results.set(otp, stored[index]!);
  await keepForeseenAnswers(tx, storable, stored);
  return otps.map((otp) => recordedOf<StoredOtp>(otp, results.get(otp), isSettled(otp)));
}

/** The carrier's acceptance of a passcode, if it is known beforehand. */
const foresee = (otp: NewOtp) => otp.foresee?.({ id: otp.id, to: otp.phone });

/** Whether a passcode, if it is stored, already has the carrier's acceptance. */
const isSettled = (otp: NewOtp) => foresee(otp) !== undefined;

const claimsOf = (otps: NewOtp[]) => otps.flatMap(({ id, claim }) => (claim ? { claim, resourceId: id } : []));

/** Keeps the answers of the passcodes with a key that are settled. */
async function keepForeseenAnswers(tx: EntityManager, otps: NewOtp[], stored: StoredOtp[]): Promise<void> {
  const answers = otps.flatMap((otp, index) =>
    claimsOf(isSettled(otp) ? [otp] : []).map((claim) => ({
      ...claim,
      answer: { status: operations.generateOtp.status, body: JSON.stringify(presentGeneratedOtp(stored[index]!)) },
    })),
  );
  await keepAnswers(tx, answers);
}

async function insertOtps(
  tx: EntityManager,
  otps: NewOtp[],
  numbers: Map<string, SendingNumber>,
): Promise<StoredOtp[]> {
  const newest = new Map(otps.map((otp) => [recipientOf(otp), otp]));
  // A recipient without an older passcode has no row that could be locked.
  await lockNames(tx, [...newest.keys()]);
  await replaceOlder(tx, [...newest.values()]);

  const newRows = otps.map((otp) => ({
    ...otp,
    delivery: deliveryFor(otp),
    businessNumberId: numbers.get(otp.teamId)!.id,
    // If the batch has several passcodes for one recipient, only the last is current.
    status: newest.get(recipientOf(otp)) === otp ? "pending" : "replaced",
  }));
  await sql`
    insert into otp (team_id, id, api_key_id, test_mode, recipient_id, business_number_id, phone_number, code_hash, length,
      lifetime_seconds, expires_at, status, attempts, delivery_status, provider_id, simulated_outcome, created_at, updated_at)
    select team_id, id, api_key_id, test_mode, recipient_id, business_number_id, phone, code_hash, length, lifetime_seconds,
      expires_at, status, 0, delivery_status, provider_id, simulated_outcome, now, now
    from ${rows("a", newRows, {
      teamId: "uuid",
      id: "uuid",
      apiKeyId: "uuid",
      testMode: "boolean",
      recipientId: "text",
      businessNumberId: "uuid",
      phone: "text",
      codeHash: "bytea",
      length: "smallint",
      lifetimeSeconds: "smallint",
      expiresAt: "timestamptz",
      status: "text",
      now: "timestamptz",
      deliveryStatus: ["text", ({ delivery }) => delivery.status],
      providerId: ["text", ({ delivery }) => delivery.providerId],
      simulatedOutcome: ["text", ({ delivery }) => delivery.simulatedOutcome],
    })}
  `.execute(withoutResult(tx));
  return newRows.map(({ id, teamId, recipientId, phone, length, lifetimeSeconds, expiresAt, delivery }) => ({
    id,
    teamId,
    recipientId,
    phone,
    length,
    lifetimeSeconds,
    expiresAt,
    from: numbers.get(teamId)!.phone_number,
    deliveryStatus: delivery.status,
  }));
}

/** The delivery of a passcode before the carrier is called. */
function deliveryFor(otp: NewOtp): Delivery {
  const accepted = foresee(otp);
  return accepted ? deliveryOf(accepted) : queuedDelivery;
}

/** Marks the older passcodes of recipients as replaced, after it has locked them in the order of teams and ids. */
async function replaceOlder(tx: EntityManager, otps: NewOtp[]): Promise<void> {
  // The limit of each lateral query makes the planner use an index, even without statistics of the table.
  const older = sql`
    select o.team_id, o.id, a.now
    from ${rows("a", otps, { teamId: "uuid", testMode: "boolean", recipientId: "text", now: "timestamptz" })}
    cross join lateral (
      select o.team_id, o.id from otp o
      where o.team_id = a.team_id and o.test_mode = a.test_mode and o.recipient_id = a.recipient_id
        and o.status in ('pending', 'verified')
      limit 1
    ) o`;
  await sql`
    select from (${older} order by o.team_id, o.id) a
    cross join lateral (select from otp o where o.team_id = a.team_id and o.id = a.id limit 1 for update) o
  `.execute(withoutResult(tx));
  await sql`
    update otp o set status = 'replaced', updated_at = greatest(o.updated_at, a.now)
    from (${older}) a
    where o.team_id = a.team_id and o.id = a.id
  `.execute(withoutResult(tx));
}
