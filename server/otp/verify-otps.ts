import { sql } from "kysely";
import { operations } from "../../generated/operations.ts";
import type { BatchWork } from "../db/commit/batch-work.ts";
import type { Result } from "../db/commit/batcher.ts";
import { type EntityManager, prepared, withoutResult } from "../db/orm.ts";
import { lockNames } from "../db/sql/locks.ts";
import { rows } from "../db/sql/rows.ts";
import { fromPostgres, type Timestamp } from "../db/timestamp.ts";
import { ApiError, type ErrorCode, fail } from "../errors.ts";
import type { Claim } from "../operations/once/claims.ts";
import { type Written, writeBatchOnce } from "../operations/once/in-batch.ts";
import { isCodeOf, type PasscodeKeys } from "../secrets/passcodes.ts";
import { maxAttempts, type Recipient, recipientOf, type VerifiedOtp } from "./otps.ts";
import { presentVerifiedOtp } from "./present.ts";

/** A guess at a recipient's passcode. */
export interface Guess extends Recipient {
  code: string;
  /** The keys that hashed the code of the passcode. */
  passcodeKeys: PasscodeKeys;
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

/** Verifies guesses by `verifyOtps`. A guess that may have been committed before is not judged again: it would count twice. */
export const otpVerification: BatchWork<Guess, Written<VerifiedOtp>> = {
  run: verifyOtps,
  runAgain: async () => fail("server_error", { status: 503 }),
};

/**
 * Verifies a batch of guesses in one transaction, as if they arrived one after the other. Every wrong guess counts, and
 * only the first right guess succeeds.
 *
 * The error of a result is otp_invalid, otp_already_verified, otp_expired, otp_max_attempts, idempotency_key_mismatch or
 * idempotency_in_progress.
 */
export async function verifyOtps(tx: EntityManager, guesses: Guess[]): Promise<Result<Written<VerifiedOtp>>[]> {
  return writeBatchOnce(tx, guesses, {
    write: (newGuesses) => judgeGuesses(tx, newGuesses),
    answer: (verified) => ({ status: operations.verifyOtp.status, body: JSON.stringify(presentVerifiedOtp(verified)) }),
  });
}

async function judgeGuesses(tx: EntityManager, guesses: Guess[]): Promise<Result<VerifiedOtp>[]> {
  // Under these locks no other transaction makes, replaces or verifies passcodes of the recipients.
  await lockNames(tx, guesses.map(recipientOf));
  const current = await findCurrentOtps(tx, guesses);
  const results = guesses.map((guess) => judge(current.get(recipientOf(guess)), guess));

  const changed = [...current.values()].filter(({ guessedAt }) => guessedAt !== undefined);
  const written = await writeGuesses(tx, changed);
  // These passcodes no longer count: the provider has refused the text meanwhile, or they were deleted.
  const gone = new Set(changed.filter(({ id }) => !written.has(id)).map(recipientOf));
  return guesses.map((guess, index) => (gone.has(recipientOf(guess)) ? refusal("otp_invalid") : results[index]!));
}

function judge(otp: CurrentOtp | undefined, guess: Guess): Result<VerifiedOtp> {
  const { recipientId, now } = guess;
  if (!otp) return refusal("otp_invalid");
  const isRight = isCodeOf(guess.passcodeKeys, otp, otp.codeHash, guess.code);
  if (otp.isVerified) return refusal("otp_already_verified");
  if (otp.expiresAt <= now) return refusal("otp_expired");
  if (otp.attempts >= maxAttempts) return refusal("otp_max_attempts");
  otp.guessedAt = now;
  if (isRight) {
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
  const { rows: found } = await sql<CurrentRow>`
    select a.team_id, a.test_mode, a.recipient_id, o.id, o.code_hash, o.status, o.attempts, o.expires_at
    from ${rows("a", distinct, { teamId: "uuid", testMode: "boolean", recipientId: "text" })}
    cross join lateral (
      select o.id, o.code_hash, o.status, o.attempts, o.expires_at from otp o
      where o.team_id = a.team_id and o.test_mode = a.test_mode and o.recipient_id = a.recipient_id
        and o.status in ('pending', 'verified')
      -- At most one row matches. Without the limit and without statistics, the planner would read all of the team's.
      limit 1
    ) o
  `.execute(prepared(tx));
  const otps = found.map((row) => ({
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
 * order of teams and ids.
 */
async function writeGuesses(tx: EntityManager, otps: CurrentOtp[]): Promise<Set<string>> {
  if (otps.length === 0) return new Set();
  await sql`
    select from ${rows("a", otps.toSorted(inOrder), { teamId: "uuid", id: "uuid" })}
    cross join lateral (select from otp o where o.team_id = a.team_id and o.id = a.id limit 1 for update) o
  `.execute(withoutResult(tx));
  const stored = await sql<{ id: string }>`
    update otp o set attempts = a.attempts, updated_at = greatest(o.updated_at, a.guessed_at),
      status = case when a.is_verified then 'verified' else 'pending' end,
      verified_at = case when a.is_verified then a.guessed_at end
    from ${rows("a", otps, {
      teamId: "uuid",
      id: "uuid",
      attempts: "smallint",
      isVerified: "boolean",
      guessedAt: "timestamptz",
      was: ["text", () => "pending"],
    })}
    -- The status is a value and not a literal. For a literal the planner could read the whole index of pending passcodes.
    where o.team_id = a.team_id and o.id = a.id and o.status = a.was
    returning o.id
  `.execute(prepared(tx));
  return new Set(stored.rows.map(({ id }) => id));
}

const inOrder = (a: CurrentOtp, b: CurrentOtp) => (`${a.teamId} ${a.id}` < `${b.teamId} ${b.id}` ? -1 : 1);
