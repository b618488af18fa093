import { sql } from "kysely";
import type { Result } from "../batcher.ts";
import { findDefaultNumbers, type SendingNumber } from "../business-numbers/find-default-numbers.ts";
import { byTeam } from "../db/by-team.ts";
import { lockNames } from "../db/lock-names.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { plusMicroseconds } from "../db/timestamp.ts";
import { allOf, untilCommit } from "../db/transaction.ts";
import { ApiError } from "../errors.ts";
import { claimKeys, releaseClaims } from "../idempotency/claims.ts";
import { findOptOuts } from "../opt-outs/find-opt-outs.ts";
import { type Recorded, recordOnce } from "../sending/record-once.ts";
import { findOtp } from "./find-otps.ts";
import { limitSends } from "./limit-sends.ts";
import { type NewOtp, recipientOf, type StoredOtp } from "./otps.ts";

/**
 * Claims, checks and stores a list of passcodes in one transaction, each in the place of its recipient's older one; see
 * `recordOnce`.
 *
 * What is refused is one of: sending_number_not_resolved, recipient_opted_out, rate_limited.
 */
export function recordOtps(tx: EntityManager, otps: NewOtp[], again: boolean): Promise<Result<Recorded<StoredOtp>>[]> {
  return recordOnce(otps, again, {
    find: ({ teamId, id }) => findOtp(tx, teamId, id),
    store: (open) => claimAndStore(tx, open),
  });
}

/** Passcodes go out from what their team sends from when nothing else decides. */
async function claimAndStore(tx: EntityManager, otps: NewOtp[]): Promise<(StoredOtp | ApiError | undefined)[]> {
  // All at once, and done in this order.
  const [claimed, numbers, isOptedOut] = await allOf([
    claimKeys(tx, claimingOf(otps)),
    findDefaultNumbers(
      tx,
      otps.map(({ teamId }) => teamId),
    ),
    findOptOuts(tx, otps),
  ]);
  const results = new Map<NewOtp, StoredOtp | ApiError>();
  const ours = otps.filter(({ claim }) => !claim || claimed.has(claim));
  for (const otp of ours) {
    if (!numbers.has(otp.teamId)) results.set(otp, new ApiError("sending_number_not_resolved"));
    else if (isOptedOut(otp)) results.set(otp, new ApiError("recipient_opted_out"));
  }

  const allowed = ours.filter((otp) => !results.has(otp));
  const objections = await limitSends(tx, allowed);
  for (const [index, otp] of allowed.entries()) if (objections[index]) results.set(otp, objections[index]);

  const refused = claimingOf(ours.filter((otp) => results.has(otp)));
  await untilCommit(tx, releaseClaims(tx, refused));
  const going = ours.filter((otp) => !results.has(otp));
  const stored = going.length === 0 ? [] : await store(tx, going, numbers);
  for (const [index, otp] of going.entries()) results.set(otp, stored[index]!);
  return otps.map((otp) => results.get(otp));
}

const claimingOf = (otps: NewOtp[]) => otps.flatMap(({ id, claim }) => (claim ? { claim, resourceId: id } : []));

async function store(tx: EntityManager, otps: NewOtp[], numbers: Map<string, SendingNumber>): Promise<StoredOtp[]> {
  const newest = new Map(otps.map((otp) => [recipientOf(otp), otp]));
  // Where there is no older passcode there is no row to wait at.
  await lockNames(tx, [...newest.keys()]);
  await replaceOlder(tx, [...newest.values()]);

  const rows = otps.map((otp) => ({
    ...otp,
    businessNumberId: numbers.get(otp.teamId)!.id,
    expiresAt: plusMicroseconds(otp.now, otp.lifetimeSeconds * 1_000_000),
    // Of several for one recipient in this list the last one counts.
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
  await untilCommit(tx, inserted);
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

/** Ends what the recipients' older passcodes are good for. They are locked in the order of their ids first. */
async function replaceOlder(tx: EntityManager, otps: NewOtp[]): Promise<void> {
  const statements = byTeam(otps, ({ teamId }) => teamId).flatMap(([teamId, own]) => {
    // Each lateral query has a limit, so that it is a look-up by an index, whatever the planner knows of the table.
    const older = sql`
      select o.team_id, o.id, a.now
      from unnest(
        ${own.map(({ testMode }) => testMode)}::boolean[], ${own.map(({ recipientId }) => recipientId)}::text[],
        ${own.map(({ now }) => now)}::timestamptz[]
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
