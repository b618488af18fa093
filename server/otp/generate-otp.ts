import type { GeneratedOtp } from "../../generated/api.ts";
import { newId } from "../db/columns.ts";
import { newCode } from "../passcodes.ts";
import type { E164 } from "../phone.ts";
import { magicRecipients } from "../provider/simulated.ts";
import type { Scope } from "../scope.ts";
import { type Sent, sendOnce } from "../sending/send-once.ts";
import { statusOf } from "../sending/settle-once.ts";
import { findOtp } from "./find-otps.ts";
import type { StoredOtp } from "./otps.ts";
import { recordOtps } from "./record-otps.ts";
import { settleOtps } from "./settle-otps.ts";
import { writeText } from "./write-text.ts";

export interface OtpToSend {
  recipientId: string;
  phone: E164;
  template: string;
  length: number;
  lifetimeSeconds: number;
}

/**
 * Makes a passcode and sends it. Only this process and the provider see the code; the row has its hash.
 *
 * @throws sending_number_not_resolved, recipient_opted_out, rate_limited, message_failed, idempotency_key_mismatch,
 *   idempotency_in_progress
 * @see docs/decisions.md, One-time passcodes
 */
export function generateOtp(scope: Scope, { template, ...given }: OtpToSend): Promise<Sent<StoredOtp, GeneratedOtp>> {
  const { teamId, testMode, now, claim, groupCommit } = scope;
  const id = newId();
  const isMagic = testMode && given.phone === magicRecipients.fixedCode;
  const code = isMagic ? fixedCode.slice(0, given.length) : newCode(given.length);
  const codeHash = scope.passcodes.hash({ teamId, id }, code);
  const sendsPerPhone = scope.otpSendsPerPhone;
  return sendOnce<StoredOtp, GeneratedOtp>(scope, {
    record: () =>
      groupCommit(recordOtps, { ...given, id, teamId, testMode, codeHash, sendsPerPhone, now, claim }, teamId),
    outbound: ({ from, phone }) => ({ kind: "otp", id, teamId, from, to: phone, body: writeText(template, code) }),
    settle: (stored, outcome) => groupCommit(settleOtps, { stored, outcome, claim, testMode, now }, teamId),
    unsettled: (stored, outcome) => ({ ...stored, deliveryStatus: statusOf(outcome) }),
    find: (otpId) => findOtp(scope.em, teamId, otpId),
    recall: async (kept) => JSON.parse(kept),
  });
}

/** The digits of the magic recipient's code, which is cut to the requested length. */
const fixedCode = "12345678";
