import type { AreaHandlers } from "../handlers.ts";
import type { E164 } from "../phone.ts";
import { generateOtp } from "./generate-otp.ts";
import { presentGeneratedOtp, presentVerifiedOtp } from "./present.ts";
import { verifyOtp } from "./verify-otp.ts";

/** Translates contract ↔ domain for the area of one-time passcodes. Contains no rules. */
export const otp: AreaHandlers<"otp"> = {
  async generateOtp({ body }, scope) {
    const sent = await generateOtp(scope, {
      recipientId: body.recipient_id,
      phone: body.phone as E164,
      template: body.message,
      length: body.length,
      lifetimeSeconds: body.lifetime,
    });
    return "stored" in sent ? presentGeneratedOtp(sent.stored) : sent.answer;
  },

  async verifyOtp({ body }, scope) {
    const verified = await verifyOtp(scope, body.recipient_id, body.otp);
    return "otp" in verified ? presentVerifiedOtp(verified.otp) : JSON.parse(verified.keptAnswer);
  },
};
