import type { VerifiedOtp } from "../../generated/api.ts";
import type { OnceAnswer } from "../operations/handlers.ts";
import type { Scope } from "../operations/scope.ts";
import { presentVerifiedOtp } from "./present.ts";
import { otpVerification } from "./verify-otps.ts";

/**
 * Verifies a guess at the recipient's passcode. A right guess succeeds once. Every wrong guess counts, even if many arrive
 * at the same time.
 *
 * @throws otp_invalid, otp_already_verified, otp_expired, otp_max_attempts, idempotency_key_mismatch,
 *   idempotency_in_progress
 * @see docs/decisions.md, One-time passcodes
 */
export async function verifyOtp(scope: Scope, recipientId: string, code: string): Promise<OnceAnswer<VerifiedOtp>> {
  const { teamId, testMode, now, claim, passcodeKeys } = scope;
  const guess = { teamId, testMode, recipientId, code, passcodeKeys, now, claim };
  const written = await scope.commit(otpVerification, guess);
  switch (written.kind) {
    case "done":
      return { body: presentVerifiedOtp(written.done), replayed: false };
    case "answered":
      return { body: JSON.parse(written.answer.body), replayed: true };
    case "again":
      return verifyOtp(scope, recipientId, code);
  }
}
