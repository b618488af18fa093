import type { AreaHandlers, OnceAnswer } from "../../operations/handlers.ts";
import type { Scope } from "../../operations/scope.ts";
import { generateOtp } from "../../otp/generate-otp.ts";
import type { NamedText } from "../../secrets/text-tokens.ts";
import { findSegmentsLeft } from "../../texts/budgets.ts";
import { checkCode } from "./check-code.ts";
import { findStatus } from "./find-status.ts";
import { readPhone } from "./read-phone.ts";
import { sendFromAny } from "./send-from-any.ts";

/** Translates Textbelt's wire ↔ domain. The rules about texts and passcodes are those of every wire. */
export const textbelt: AreaHandlers<"textbelt"> = {
  async sendTextbeltText({ body }, scope) {
    const { body: sent, replayed } = await sendFromAny(scope, {
      phone: readPhone(body.phone),
      body: body.message,
      sender: body.sender || undefined,
      replyWebhookUrl: body.replyWebhookUrl ?? null,
      webhookData: body.webhookData ?? null,
    });
    return acknowledge(scope, { kind: "message", id: sent.message.id }, replayed);
  },

  async getTextbeltStatus({ path }, { textTokens, openEm }) {
    const named = textTokens.read(path.textId);
    return { status: named ? await findStatus(openEm(named.teamId), named) : "UNKNOWN" };
  },

  async generateTextbeltOtp({ body }, scope) {
    const { body: generated, replayed } = await generateOtp(scope, {
      recipientId: body.userid,
      phone: readPhone(body.phone),
      template: body.message,
      length: body.length,
      lifetimeSeconds: body.lifetime,
    });
    return acknowledge(scope, { kind: "otp", id: generated.otpId }, replayed);
  },

  async checkTextbeltOtp({ query }, scope) {
    return (await checkCode(scope, query)).body;
  },

  verifyTextbeltOtp({ body }, scope) {
    return checkCode(scope, body);
  },
};

/** The quota of a key without a budget, and of test mode. */
const unlimited = 1_000_000;

/** The answer to a text or a passcode that is on its way. */
async function acknowledge(
  scope: Scope,
  { kind, id }: Omit<NamedText, "teamId">,
  replayed: boolean,
): Promise<OnceAnswer<{ success: boolean; textId: string; quotaRemaining: number }>> {
  const { em, teamId, textTokens } = scope;
  const quotaRemaining = (await findSegmentsLeft(em, scope)) ?? unlimited;
  return { body: { success: true, textId: textTokens.sign({ kind, teamId, id }), quotaRemaining }, replayed };
}
