import type { AreaHandlers } from "../operations/handlers.ts";
import type { E164 } from "../phone.ts";
import { generateOtp } from "./generate-otp.ts";
import { verifyOtp } from "./verify-otp.ts";

/** Translates contract ↔ domain for the area of one-time passcodes. Contains no rules. */
export const otp: AreaHandlers<"otp"> = {
  generateOtp({ body }, scope) {
    return generateOtp(scope, {
      recipientId: body.recipient_id,
      phone: body.phone as E164,
      template: body.message,
      length: body.length,
      lifetimeSeconds: body.lifetime,
    });
  },

  verifyOtp({ body }, scope) {
    return verifyOtp(scope, body.recipient_id, body.otp);
  },
};
