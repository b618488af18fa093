import { sql } from "kysely";
import type { Result } from "../batcher.ts";
import { findDefaultNumbers } from "../business-numbers/find-default-numbers.ts";
import { byTeam } from "../db/by-team.ts";
import { lockNames } from "../db/lock-names.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { plusMicroseconds } from "../db/timestamp.ts";
import { untilCommit } from "../db/transaction.ts";
import type { ErrorCode } from "../errors.ts";
import { type Recorded, type Route, recordOnce } from "../sending/record-once.ts";
import { findOtp } from "./find-otps.ts";
import { limitSends } from "./limit-sends.ts";
import { type NewOtp, recipientOf, type StoredOtp } from "./otps.ts";

/**
 * Claims, checks and stores a list of passcodes in one transaction, each in the place of its recipient's older one; see
 * `recordOnce`.
 *
 * Each result's error is one of: sending_number_not_resolved, recipient_opted_out, rate_limited.
 */
export function recordOtps(tx: EntityManager, otps: NewOtp[], again: boolean): Promise<Result<Recorded<StoredOtp>>[]> {
  return recordOnce(tx, otps, again, {
    find: ({ teamId, id }) => findOtp(tx, teamId, id),
    findRoutes: (open) => findRoutes(tx, open),
    findObjections: (open) => limitSends(tx, open),
    store: (open, routes) => store(tx, open, routes),
  });
}

/** Passcodes go out from what their team sends from when nothing else decides. */
async function findRoutes(tx: EntityManager, otps: NewOtp[]): Promise<(Route | ErrorCode)[]> {
  const teamIds = otps.map(({ teamId }) => teamId);
  const numbers = await findDefaultNumbers(tx, teamIds);
  return otps.map(({ teamId, phone }) => {
    const number = numbers.get(teamId);
    if (!number) return "sending_number_not_resolved";
    return { businessNumberId: number.id, from: number.phone_number, to: phone };
  });
}

async function store(tx: EntityManager, otps: NewOtp[], routes: Map<NewOtp, Route>): Promise<StoredOtp[]> {
  const newest = new Map(otps.map((otp) => [recipientOf(otp), otp]));
  // Where there is no older passcode there is no row to wait at.
  await lockNames(tx, [...newest.keys()]);
  await replaceOlder(tx, [...newest.values()]);

  const rows = otps.map((otp) => ({
    ...otp,
    businessNumberId: routes.get(otp)!.businessNumberId,
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
  return rows.map(({ id, teamId, recipientId, phone, length, lifetimeSeconds, expiresAt }, index) => ({
    id,
    teamId,
    recipientId,
    from: routes.get(otps[index]!)!.from,
    phone,
    deliveryStatus: "queued",
    length,
    lifetimeSeconds,
    expiresAt,
  }));
}

/** Ends what the recipients' older passcodes are good for. */
async function replaceOlder(tx: EntityManager, otps: NewOtp[]): Promise<void> {
  for (const [teamId, own] of byTeam(otps, ({ teamId }) => teamId)) {
    await sql`
      update otp o set status = 'replaced', updated_at = greatest(o.updated_at, old.now)
      from (
        select o.id, a.now
        from unnest(${own.map(({ testMode }) => testMode)}::boolean[],
          ${own.map(({ recipientId }) => recipientId)}::text[], ${own.map(({ now }) => now)}::timestamptz[]
        ) as a (test_mode, recipient_id, now)
        join otp o on o.team_id = ${teamId} and o.test_mode = a.test_mode and o.recipient_id = a.recipient_id
          and o.status in ('pending', 'verified')
        order by o.id for update of o
      ) old
      where o.team_id = ${teamId} and o.id = old.id
    `.execute(queries(tx));
  }
}
