import { setTimeout as wait } from "node:timers/promises";
import type { SupabaseAnswer } from "../../../generated/api.ts";
import { ApiError, fail } from "../../errors.ts";
import type { OnceAnswer } from "../../operations/handlers.ts";
import type { Scope } from "../../operations/scope.ts";
import { generateOtp, type OtpToSend } from "../../otp/generate-otp.ts";
import { refusalOf } from "./errors.ts";

/** Supabase Auth gives up after 5 s, together with all of its repetitions. */
const patienceMilliseconds = 4_000;

const accepted: OnceAnswer<SupabaseAnswer> = { body: {}, replayed: false };

/**
 * Sends a code, and answers in time. If the carrier is slower, the code is acknowledged, because it may be on its way, and
 * its outcome is stored when it is known. A code that is not stored by then is not acknowledged.
 *
 * @throws server_error (503)
 */
export async function sendCode(scope: Scope, otp: OtpToSend): Promise<OnceAnswer<SupabaseAnswer>> {
  const answered = new AbortController();
  let isStored = false;
  const onStored = () => {
    isStored = true;
  };
  const late = async () => {
    await wait(patienceMilliseconds, undefined, { signal: answered.signal });
    return isStored ? accepted : failUnstored();
  };
  try {
    return await Promise.race([answer(scope, { ...otp, onStored }), late()]);
  } finally {
    answered.abort();
  }
}

async function answer(scope: Scope, otp: OtpToSend): Promise<OnceAnswer<SupabaseAnswer>> {
  try {
    const { replayed } = await generateOtp(scope, otp);
    return { body: {}, replayed };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // An equal hook may be storing the code, which can fail.
    if (error.code === "idempotency_in_progress") failUnstored();
    if (error.code === "rate_limited") return refused({ error: { http_code: 429, message: error.message } });
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return refused(refusal);
  }
}

const failUnstored = (): never => fail("server_error", { status: 503, retryAfterSeconds: 1 });

const refused = (body: SupabaseAnswer): OnceAnswer<SupabaseAnswer> => ({ body, replayed: false });
