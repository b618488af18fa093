import type { AreaHandlers } from "../../operations/handlers.ts";
import { isPhone } from "../../phone.ts";
import { findTemplate } from "../secrets.ts";
import { sendCode } from "./send-code.ts";

/** Translates the hook of Supabase Auth ↔ domain. */
export const supabase: AreaHandlers<"supabase"> = {
  async sendSupabaseSms({ body: { user, sms } }, scope) {
    const { em, teamId, testMode } = scope;
    const phone = phoneOf(sms.phone || user.phone || "");
    if (!isPhone(phone)) {
      const message = "The phone number of the user is not one that can be texted.";
      return { body: { error: { http_code: 422, message } }, replayed: false };
    }
    return sendCode(scope, {
      recipientId: `supabase:${user.id}`,
      phone,
      template: (await findTemplate(em, { teamId, door: "supabase", testMode })) ?? "Your verification code is $OTP",
      code: sms.otp,
      length: sms.otp.length,
      lifetimeSeconds: 600,
    });
  },
};

/** Supabase Auth has phones without a plus sign. */
const phoneOf = (digits: string) => (digits.startsWith("+") ? digits : `+${digits}`);
