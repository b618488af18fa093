import { sql } from "kysely";
import { queries } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { fail } from "../errors.ts";
import type { Scope } from "../scope.ts";
import { findCurrentOtp } from "./find-otps.ts";
import { maxAttempts } from "./otps.ts";

export interface VerifiedPasscode {
  id: string;
  recipientId: string;
  verifiedAt: Timestamp;
}

/**
 * Takes a guess at the recipient's passcode. A right one is right once; a wrong one is counted, also when a hundred
 * come at once.
 *
 * @throws otp_invalid, otp_already_verified, otp_expired, otp_max_attempts
 * @see docs/decisions.md, One-time passcodes
 */
export async function verifyOtp(scope: Scope, recipientId: string, guess: string): Promise<VerifiedPasscode> {
  const { teamId, testMode, now, em } = scope;
  const otp = await findCurrentOtp(em, { teamId, testMode, recipientId });
  if (!otp) fail("otp_invalid");
  const isRight = scope.passcodes.matches({ teamId, id: otp.id }, otp.codeHash, guess);
  if (otp.status === "verified") fail("otp_already_verified");
  if (otp.expiresAt <= now) fail("otp_expired");
  if (otp.attempts >= maxAttempts) fail("otp_max_attempts");

  const { numUpdatedRows } = await queries(em)
    .updateTable("Otp")
    .set(isRight ? { status: "verified", verifiedAt: now } : { attempts: sql`attempts + 1` })
    .set({ updatedAt: now })
    .where("teamId", "=", teamId)
    .where("id", "=", otp.id)
    // Both indexes lead to one row then, so it does not matter which of them a planner without statistics takes.
    .where("testMode", "=", testMode)
    .where("recipientId", "=", recipientId)
    .where("status", "=", "pending")
    .where("attempts", "<", maxAttempts)
    .executeTakeFirst();
  // Somebody else's guess or a new passcode came in between: what holds now decides.
  if (numUpdatedRows === 0n) return verifyOtp(scope, recipientId, guess);
  if (!isRight) fail("otp_invalid", { keepsWrites: true });
  return { id: otp.id, recipientId, verifiedAt: now };
}
