import { inputSchemas } from "../../contract/schemas.ts";
import { ApiError, type ErrorCode } from "../../errors.ts";
import type { OnceAnswer } from "../../operations/handlers.ts";
import type { Scope } from "../../operations/scope.ts";
import { verifyOtp } from "../../otp/verify-otp.ts";

/** The form of a code in the contract. */
const code = new RegExp(inputSchemas.verifyOtp.body!.properties!.otp!.pattern!);

/** The refusals of a guess that mean no more than that it is not the code. */
const wrong = new Set<ErrorCode>(["otp_invalid", "otp_expired", "otp_already_verified"]);

/**
 * Checks a guess at the code of a user. A text that is no code is a wrong guess, and does not count as one.
 *
 * @throws otp_max_attempts, idempotency_key_mismatch, idempotency_in_progress
 */
export async function checkCode(
  scope: Scope,
  { otp, userid }: { otp: string; userid: string },
): Promise<OnceAnswer<{ success: boolean; isValidOtp: boolean }>> {
  if (!code.test(otp)) return { body: { success: true, isValidOtp: false }, replayed: false };
  try {
    const { replayed } = await verifyOtp(scope, userid, otp);
    return { body: { success: true, isValidOtp: true }, replayed };
  } catch (error) {
    if (!(error instanceof ApiError) || !wrong.has(error.code)) throw error;
    return { body: { success: true, isValidOtp: false }, replayed: false };
  }
}
