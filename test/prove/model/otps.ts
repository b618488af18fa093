/**
 * The answers about one-time passcodes.
 */
import { ExpectedStatus, Generated } from "./expected-values.ts";
import { findDefaultNumber } from "./numbers.ts";
import { type ApiRequest, type Expected, type Otp, refuse, type Team } from "./team.ts";
import { magic } from "./texts.ts";

const maxAttempts = 5;

/** The code of the magic recipient in test mode, before it is cut. */
const fixedCode = "12345678";

export const otpOf = (team: Team, { mode, body }: Pick<ApiRequest, "mode" | "body">): Otp | undefined =>
  team.otps.get(`${mode} ${body!.recipient_id}`);

export function generateOtp(team: Team, { body = {}, mode }: ApiRequest): Expected {
  const {
    phone,
    recipient_id,
    length = 6,
    lifetime = 180,
  } = body as { phone: string; length?: number; lifetime?: number; recipient_id: string };
  const refusals: string[] = [];
  if (!findDefaultNumber(team)) refusals.push("422 sending_number_not_resolved");
  if (team.optedOut.has(phone)) refusals.push("409 recipient_opted_out");
  if (refusals.length > 0) return refuse(...refusals);

  const isKnown = mode === "test" && phone === magic.fixedCode;
  const isRefused = phone === magic.refused || phone === magic.optedOut;
  const code = isKnown ? fixedCode.slice(0, length) : undefined;
  const otp: Otp = { id: new Generated(), code, wrong: 0, isVerified: false, isExpired: false };
  team.otps.set(`${mode} ${recipient_id}`, isRefused ? undefined : otp);
  if (isRefused) return refuse(phone === magic.optedOut ? "409 recipient_opted_out" : "502 message_failed");
  const deliveryStatus = new ExpectedStatus(["queued", "sending", "sent", "delivered", "undelivered"]);
  return {
    body: {
      success: true,
      otpId: otp.id,
      recipient_id,
      phone,
      status: "pending",
      deliveryStatus,
      length,
      lifetime,
      maxAttempts,
      expiresAt: new Generated(),
    },
  };
}

export function verifyOtp(team: Team, request: ApiRequest): Expected {
  const otp = otpOf(team, request);
  if (!otp) return refuse("422 otp_invalid");
  if (otp.isVerified) return refuse("409 otp_already_verified");
  if (otp.isExpired) return refuse("410 otp_expired");
  if (otp.wrong >= maxAttempts) return refuse("409 otp_max_attempts");
  if (request.body!.otp !== otp.code) {
    otp.wrong += 1;
    return refuse("422 otp_invalid");
  }
  otp.isVerified = true;
  const { recipient_id } = request.body!;
  return { body: { success: true, status: "verified", recipient_id, otpId: otp.id, verifiedAt: new Generated() } };
}
