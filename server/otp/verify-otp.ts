import type { Scope } from "../scope.ts";
import type { VerifiedOtp } from "./otps.ts";
import { verifyOtps } from "./verify-otps.ts";

/** What a right guess is answered: the passcode, or the kept answer of the request that had its key first. */
type Verified = { verified: VerifiedOtp } | { keptAnswer: string };

/**
 * Takes a guess at the recipient's passcode. A right one is right once; a wrong one is counted, also when a hundred
 * come at once.
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
      return { verified: written.done };
    case "answered":
      scope.reply.replayed = true;
      return { keptAnswer: written.answer.body };
    case "again":
      return verifyOtp(scope, recipientId, code);
  }
}
