import type { Scope } from "../scope.ts";
import type { VerifiedOtp } from "./otps.ts";
import { verifyOtps } from "./verify-otps.ts";

/** The result of a right guess: the passcode, or the kept answer of the first request with the same key. */
type Verified = { otp: VerifiedOtp } | { keptAnswer: string };

/**
 * Verifies a guess at the recipient's passcode. A right guess succeeds once. Every wrong guess counts, even if many arrive
 * at the same time.
 *
 * @throws otp_invalid, otp_already_verified, otp_expired, otp_max_attempts, idempotency_key_mismatch,
 *   idempotency_in_progress
 * @see docs/decisions.md, One-time passcodes
 */
export async function verifyOtp(scope: Scope, recipientId: string, code: string): Promise<Verified> {
  const { teamId, testMode, now, claim, passcodes, groupCommit } = scope;
  const isRight = ({ id, codeHash }: { id: string; codeHash: Buffer }) =>
    passcodes.matches({ teamId, id }, codeHash, code);
  const written = await groupCommit(verifyOtps, { teamId, testMode, recipientId, isRight, now, claim }, teamId);
  switch (written.kind) {
    case "done":
      return { otp: written.done };
    case "answered":
      scope.reply.replayed = true;
      return { keptAnswer: written.answer.body };
    case "again":
      return verifyOtp(scope, recipientId, code);
  }
}
