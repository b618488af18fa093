import { sql } from "kysely";
import { operations } from "../../generated/operations.ts";
import type { Result } from "../batcher.ts";
import { byTeam } from "../db/by-team.ts";
import { lockNames } from "../db/lock-names.ts";
import { type EntityManager, prepared } from "../db/orm.ts";
import { fromPostgres, type Timestamp } from "../db/timestamp.ts";
import { allOf } from "../db/transaction.ts";
import { ApiError, type ErrorCode, fail } from "../errors.ts";
import type { Claim } from "../idempotency/claims.ts";
import { type Written, writeBatchOnce } from "../idempotency/write-once.ts";
import { maxAttempts, type Recipient, recipientOf, type VerifiedOtp } from "./otps.ts";
import { presentVerifiedOtp } from "./present.ts";

/** A guess at a recipient's passcode. */
export interface Guess extends Recipient {
  /** Compares in constant time. */
  isRight(otp: { id: string; codeHash: Buffer }): boolean;
  now: Timestamp;
  claim: Claim | undefined;
}

/** The current passcode of a recipient, after the guesses of a batch. */
interface CurrentOtp extends Recipient {
  id: string;
  codeHash: Buffer;
  isVerified: boolean;
  attempts: number;
  expiresAt: Timestamp;
  /** The time of the last guess of this batch that changed the passcode. */
  guessedAt: Timestamp | undefined;
}

/**
 * Verifies a batch of guesses in one transaction, as if they arrived one after the other. Every wrong guess counts, and
 * only the first right guess succeeds. Guesses that an earlier transaction may have committed are not judged again,
 * because they would count twice.
 *
 * The error of a result is otp_invalid, otp_already_verified, otp_expired, otp_max_attempts, idempotency_key_mismatch or
 * idempotency_in_progress.
 *
 * @throws server_error (503) if the guesses may have been committed before
 */
export async function verifyOtps(
  tx: EntityManager,
  guesses: Guess[],
  mayHaveCommitted: boolean,
): Promise<Result<Written<VerifiedOtp>>[]> {
  if (mayHaveCommitted) fail("server_error", { status: 503 });
  return writeBatchOnce(tx, guesses, {
    write: (newGuesses) => judgeGuesses(tx, newGuesses),
    answer: (verified) => ({ status: operations.verifyOtp.status, body: JSON.stringify(presentVerifiedOtp(verified)) }),
  });
}

async function judgeGuesses(tx: EntityManager, guesses: Guess[]): Promise<Result<VerifiedOtp>[]> {
  // Under these locks no other transaction makes, replaces or verifies passcodes of the recipients.
  const [, current] = await allOf([lockNames(tx, guesses.map(recipientOf)), findCurrentOtps(tx, guesses)]);
  const results = guesses.map((guess) => judge(current.get(recipientOf(guess)), guess));

  const changed = [...current.values()].filter(({ guessedAt }) => guessedAt !== undefined);
  const written = await writeGuesses(tx, changed);
  // These passcodes no longer count: the provider has refused the text meanwhile, or they were deleted.
  const gone = new Set(changed.filter(({ id }) => !written.has(id)).map(recipientOf));
  return guesses.map((guess, index) => (gone.has(recipientOf(guess)) ? refusal("otp_invalid") : results[index]!));
}

function judge(otp: CurrentOtp | undefined, { recipientId, isRight, now }: Guess): Result<VerifiedOtp> {
  if (!otp) return refusal("otp_invalid");
  const right = isRight(otp);
  if (otp.isVerified) return refusal("otp_already_verified");
  if (otp.expiresAt <= now) return refusal("otp_expired");
  if (otp.attempts >= maxAttempts) return refusal("otp_max_attempts");
  otp.guessedAt = now;
  if (right) {
    otp.isVerified = true;
    return { ok: true, value: { id: otp.id, recipientId, verifiedAt: now } };
  }
  otp.attempts += 1;
  return refusal("otp_invalid");
}

const refusal = (code: ErrorCode): Result<never> => ({ ok: false, error: new ApiError(code) });

interface CurrentRow {
  team_id: string;
  test_mode: boolean;
  recipient_id: string;
  id: string;
  code_hash: Buffer;
  status: "pending" | "verified";
  attempts: number;
  expires_at: string;
}

/** Finds the current passcode of each recipient. A recipient whose passcodes are all replaced or void has none. */
async function findCurrentOtps(tx: EntityManager, recipients: Recipient[]): Promise<Map<string, CurrentOtp>> {
  const distinct = [...new Map(recipients.map((each) => [recipientOf(each), each])).values()];
  const rows: CurrentRow[] = [];
  for (const [teamId, teamRecipients] of byTeam(distinct, ({ teamId }) => teamId)) {
    const found = await sql<CurrentRow>`
      select ${teamId}::uuid as team_id, a.test_mode, a.recipient_id, o.id, o.code_hash, o.status, o.attempts, o.expires_at
      from unnest(
        ${teamRecipients.map(({ testMode }) => testMode)}::boolean[], ${teamRecipients.map(({ recipientId }) => recipientId)}::text[]
      ) as a (test_mode, recipient_id)
      cross join lateral (
        select o.id, o.code_hash, o.status, o.attempts, o.expires_at from otp o
        where o.team_id = ${teamId} and o.test_mode = a.test_mode and o.recipient_id = a.recipient_id
          and o.status in ('pending', 'verified')
        -- At most one row matches. Without the limit and without statistics, the planner would read all of the team's.
        limit 1
      ) o
    `.execute(prepared(tx));
    rows.push(...found.rows);
  }
  const otps = rows.map((row) => ({
    teamId: row.team_id,
    testMode: row.test_mode,
    recipientId: row.recipient_id,
    id: row.id,
    codeHash: row.code_hash,
    isVerified: row.status === "verified",
    attempts: row.attempts,
    expiresAt: fromPostgres(row.expires_at),
    guessedAt: undefined,
  }));
  return new Map(otps.map((otp) => [recipientOf(otp), otp]));
}

/**
 * Stores the changes of passcodes that are still pending, and returns their ids. The passcodes are locked before, in the
 * order of their ids.
 */
async function writeGuesses(tx: EntityManager, otps: CurrentOtp[]): Promise<Set<string>> {
  if (otps.length === 0) return new Set();
  const locks = byTeam(otps, ({ teamId }) => teamId).map(([teamId, teamOtps]) =>
    sql`
      select from unnest(${teamOtps.map(({ id }) => id).toSorted()}::uuid[]) as a (id)
      cross join lateral (select from otp o where o.team_id = ${teamId} and o.id = a.id limit 1 for update) o
    `.execute(prepared(tx)),
  );
  const written = sql<{ id: string }>`
    update otp o set attempts = a.attempts, updated_at = greatest(o.updated_at, a.guessed_at),
      status = case when a.is_verified then 'verified' else 'pending' end,
      verified_at = case when a.is_verified then a.guessed_at end
    from unnest(
      ${otps.map(({ teamId }) => teamId)}::uuid[], ${otps.map(({ id }) => id)}::uuid[],
      ${otps.map(() => "pending")}::text[], ${otps.map(({ attempts }) => attempts)}::smallint[],
      ${otps.map(({ isVerified }) => isVerified)}::boolean[], ${otps.map(({ guessedAt }) => guessedAt)}::timestamptz[]
    ) as a (team_id, id, was, attempts, is_verified, guessed_at)
    -- The status is a value and not a literal. For a literal the planner could read the whole index of pending passcodes.
    where o.team_id = a.team_id and o.id = a.id and o.status = a.was
    returning o.id
  `.execute(prepared(tx));
  const [, { rows }] = await allOf([allOf(locks), written]);
  return new Set(rows.map(({ id }) => id));
}
