import { sql } from "kysely";
import type { Result } from "../batcher.ts";
import { findDefaultNumbers, type SendingNumber } from "../business-numbers/find-default-numbers.ts";
import { byTeam } from "../db/by-team.ts";
import { lockNames } from "../db/lock-names.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { plusMicroseconds } from "../db/timestamp.ts";
import { allOf, deferToCommit } from "../db/transaction.ts";
import { ApiError } from "../errors.ts";
import { claimKeys, releaseClaims } from "../idempotency/claims.ts";
import { findOptOuts } from "../opt-outs/find-opt-outs.ts";
import { type Recorded, recordOnce } from "../sending/record-once.ts";
import { findOtp } from "./find-otps.ts";
import { limitSends } from "./limit-sends.ts";
import { type NewOtp, recipientOf, type StoredOtp } from "./otps.ts";

/**
 * Claims, checks and stores a batch of passcodes in one transaction; see `recordOnce`. Each replaces the older passcode
 * of its recipient.
 *
 * The error of a refused passcode is sending_number_not_resolved, recipient_opted_out or rate_limited.
 */
export function recordOtps(
  tx: EntityManager,
  otps: NewOtp[],
  mayHaveCommitted: boolean,
): Promise<Result<Recorded<StoredOtp>>[]> {
  return recordOnce(otps, mayHaveCommitted, {
    find: ({ teamId, id }) => findOtp(tx, teamId, id),
    store: (newOtps) => claimAndStore(tx, newOtps),
  });
}

/** Passcodes go out from the default number of their team. */
async function claimAndStore(tx: EntityManager, otps: NewOtp[]): Promise<(StoredOtp | ApiError | undefined)[]> {
  // Sent together, and executed in this order.
  const [claimed, numbers, isOptedOut] = await allOf([
    claimKeys(tx, claimsOf(otps)),
    findDefaultNumbers(
      tx,
      otps.map(({ teamId }) => teamId),
    ),
    findOptOuts(tx, otps),
  ]);
  const results = new Map<NewOtp, StoredOtp | ApiError>();
  const claimedOtps = otps.filter(({ claim }) => !claim || claimed.has(claim));
  for (const otp of claimedOtps) {
    if (!numbers.has(otp.teamId)) results.set(otp, new ApiError("sending_number_not_resolved"));
    else if (isOptedOut(otp)) results.set(otp, new ApiError("recipient_opted_out"));
  }

  const permitted = claimedOtps.filter((otp) => !results.has(otp));
  const limitErrors = await limitSends(tx, permitted);
  for (const [index, otp] of permitted.entries()) if (limitErrors[index]) results.set(otp, limitErrors[index]);

  const refused = claimsOf(claimedOtps.filter((otp) => results.has(otp)));
  await deferToCommit(tx, releaseClaims(tx, refused));
  const storable = claimedOtps.filter((otp) => !results.has(otp));
  const stored = storable.length === 0 ? [] : await insertOtps(tx, storable, numbers);
  for (const [index, otp] of storable.entries()) results.set(otp, stored[index]!);
  return otps.map((otp) => results.get(otp));
}

const claimsOf = (otps: NewOtp[]) => otps.flatMap(({ id, claim }) => (claim ? { claim, resourceId: id } : []));

async function insertOtps(
  tx: EntityManager,
  otps: NewOtp[],
  numbers: Map<string, SendingNumber>,
): Promise<StoredOtp[]> {
  const newest = new Map(otps.map((otp) => [recipientOf(otp), otp]));
  // A recipient without an older passcode has no row that could be locked.
  await lockNames(tx, [...newest.keys()]);
  await replaceOlder(tx, [...newest.values()]);

  const rows = otps.map((otp) => ({
    ...otp,
    businessNumberId: numbers.get(otp.teamId)!.id,
    expiresAt: plusMicroseconds(otp.now, otp.lifetimeSeconds * 1_000_000),
    // If the batch has several passcodes for one recipient, only the last is current.
    status: newest.get(recipientOf(otp)) === otp ? "pending" : "replaced",
  }));
  const inserted = sql`
    insert into otp (team_id, id, test_mode, recipient_id, business_number_id, phone_number, code_hash, length,
      lifetime_seconds, expires_at, status, attempts, delivery_status, created_at, updated_at)
    select team_id, id, test_mode, recipient_id, business_number_id, phone_number, code_hash, length, lifetime_seconds,
      expires_at, status, 0, 'queued', created_at, created_at
    from unnest(
      ${rows.map(({ teamId }) => teamId)}::uuid[], ${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ testMode }) => testMode)}::boolean[], ${rows.map(({ recipientId }) => recipientId)}::text[],
      ${rows.map(({ businessNumberId }) => businessNumberId)}::uuid[], ${rows.map(({ phone }) => phone)}::text[],
      ${rows.map(({ codeHash }) => codeHash)}::bytea[], ${rows.map(({ length }) => length)}::smallint[],
      ${rows.map(({ lifetimeSeconds }) => lifetimeSeconds)}::smallint[],
      ${rows.map(({ expiresAt }) => expiresAt)}::timestamptz[], ${rows.map(({ status }) => status)}::text[],
      ${rows.map(({ now }) => now)}::timestamptz[]
    ) as a (team_id, id, test_mode, recipient_id, business_number_id, phone_number, code_hash, length,
      lifetime_seconds, expires_at, status, created_at)
  `.execute(queries(tx));
  await deferToCommit(tx, inserted);
  return rows.map(({ id, teamId, recipientId, phone, length, lifetimeSeconds, expiresAt }) => ({
    id,
    teamId,
    recipientId,
    from: numbers.get(teamId)!.phone_number,
    phone,
    deliveryStatus: "queued",
    length,
    lifetimeSeconds,
    expiresAt,
  }));
}

/** Marks the older passcodes of recipients as replaced. They are locked before, in the order of their ids. */
async function replaceOlder(tx: EntityManager, otps: NewOtp[]): Promise<void> {
  const statements = byTeam(otps, ({ teamId }) => teamId).flatMap(([teamId, teamOtps]) => {
    // The limit of each lateral query makes the planner use an index, even without statistics of the table.
    const older = sql`
      select o.team_id, o.id, a.now
      from unnest(
        ${teamOtps.map(({ testMode }) => testMode)}::boolean[], ${teamOtps.map(({ recipientId }) => recipientId)}::text[],
        ${teamOtps.map(({ now }) => now)}::timestamptz[]
      ) as a (test_mode, recipient_id, now)
      cross join lateral (
        select o.team_id, o.id from otp o
        where o.team_id = ${teamId} and o.test_mode = a.test_mode and o.recipient_id = a.recipient_id
          and o.status in ('pending', 'verified')
        limit 1
      ) o`;
    return [
      sql`
        select from (${older} order by o.id) a
        cross join lateral (select from otp o where o.team_id = ${teamId} and o.id = a.id limit 1 for update) o
      `.execute(queries(tx)),
      sql`
        update otp o set status = 'replaced', updated_at = greatest(o.updated_at, a.now)
        from (${older}) a
        where o.team_id = a.team_id and o.id = a.id
      `.execute(queries(tx)),
    ];
  });
  await allOf(statements);
}
