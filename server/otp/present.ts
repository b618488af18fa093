import type { GeneratedOtp, VerifiedOtp as WireVerifiedOtp } from "../../generated/api.ts";
import { maxAttempts, type StoredOtp, type VerifiedOtp } from "./otps.ts";

export function presentGeneratedOtp(otp: StoredOtp): GeneratedOtp {
  return {
    success: true,
    otpId: otp.id,
    recipient_id: otp.recipientId,
    phone: otp.phone,
    status: "pending",
    deliveryStatus: otp.deliveryStatus,
    length: otp.length,
    lifetime: otp.lifetimeSeconds,
    maxAttempts,
    expiresAt: otp.expiresAt,
  };
}

export function presentVerifiedOtp({ id, recipientId, verifiedAt }: VerifiedOtp): WireVerifiedOtp {
  return { success: true, status: "verified", recipient_id: recipientId, otpId: id, verifiedAt };
}
