import type { GeneratedOtp } from "../../generated/api.ts";
import { newId } from "../db/schema/ids.ts";
import { plusMicroseconds } from "../db/timestamp.ts";
import { fail } from "../errors.ts";
import type { OnceAnswer } from "../operations/handlers.ts";
import type { Scope } from "../operations/scope.ts";
import type { E164 } from "../phone.ts";
import { magicRecipients } from "../provider/simulated/send.ts";
import { hashCode, newCode } from "../secrets/passcodes.ts";
import { ofRequest } from "../texts/of-request.ts";
import { measureText } from "../texts/segments.ts";
import { send } from "../texts/send.ts";
import type { TextKind } from "../texts/text-kind.ts";
import { findOtp } from "./find-otps.ts";
import type { NewOtp, StoredOtp } from "./otps.ts";
import { presentGeneratedOtp } from "./present.ts";
import { otpRecording } from "./record-otps.ts";
import { otpSettling } from "./settle-otps.ts";
import { writeText } from "./write-text.ts";

export interface OtpToSend {
  recipientId: string;
  phone: E164;
  template: string;
  length: number;
  lifetimeSeconds: number;
  /** The code, if another service has made it. Its length is `length`. */
  code?: string;
  /** Called once the passcode is stored, before the provider is called. */
  onStored?: () => void;
}

/**
 * Makes a passcode, unless its code is given, and sends it. Only this process and the provider see the code; the row has
 * its hash.
 *
 * @throws insufficient_scope for a key that holds texts; sending_number_not_resolved, recipient_not_allowed,
 *   recipient_opted_out, rate_limited, budget_exceeded, message_failed, idempotency_key_mismatch, idempotency_in_progress
 * @see docs/decisions.md, One-time passcodes
 */
export function generateOtp(
  scope: Scope,
  { template, code: given, onStored, ...passcode }: OtpToSend,
): Promise<OnceAnswer<GeneratedOtp>> {
  const { teamId, testMode, now, passcodeKeys, otpSendsPerPhone } = scope;
  const id = newId();
  const isMagic = testMode && passcode.phone === magicRecipients.fixedCode;
  const code = given ?? (isMagic ? fixedCode.slice(0, passcode.length) : newCode(passcode.length));
  const isExpired = testMode && passcode.phone === magicRecipients.expiredCode;
  const expiresAt = isExpired ? now : plusMicroseconds(now, passcode.lifetimeSeconds * 1_000_000);
  const body = writeText(template, code);
  return send(scope, onStored ? telling(onStored) : otpText, {
    ...passcode,
    ...ofRequest(scope),
    id,
    sendsPerPhone: otpSendsPerPhone,
    codeHash: hashCode(passcodeKeys, { teamId, id }, code),
    body,
    expiresAt,
    segments: measureText(body).segments,
  });
}

/** The text of a passcode. */
const otpText: TextKind<NewOtp, StoredOtp, GeneratedOtp> = {
  record: otpRecording,
  outbound: ({ id, teamId, from, phone: to }, { body, segments }) => ({
    kind: "otp",
    id,
    teamId,
    from,
    to,
    body,
    segments,
  }),
  settle: otpSettling,
  async hold() {
    const message = "A passcode cannot wait for an approval, and the texts of this API key do.";
    return fail("insufficient_scope", { scopes: ["otp:send"], message });
  },
  idsOf: () => ({ textId: null, threadId: null }),
  present: presentGeneratedOtp,
  async replay(em, teamId, id, kept) {
    if (kept !== undefined) return JSON.parse(kept);
    const stored = await findOtp(em, teamId, id);
    return stored && presentGeneratedOtp(stored);
  },
};

/** The same, which tells when it is stored. */
const telling = (onStored: () => void): typeof otpText => ({
  ...otpText,
  outbound(...given) {
    onStored();
    return otpText.outbound(...given);
  },
});

/** The digits of the magic recipient's code, which is cut to the requested length. */
const fixedCode = "12345678";
