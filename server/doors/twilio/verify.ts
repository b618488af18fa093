import type {
  TwilioVerification,
  TwilioVerificationCheck,
  TwilioVerificationToCheck,
  TwilioVerificationToStart,
} from "../../../generated/api.ts";
import { queries } from "../../db/orm.ts";
import { timeOfId } from "../../db/schema/ids.ts";
import { ApiError, fail } from "../../errors.ts";
import type { OnceAnswer } from "../../operations/handlers.ts";
import type { Scope } from "../../operations/scope.ts";
import { type CurrentPasscode, findCurrent } from "../../otp/find-current.ts";
import { generateOtp } from "../../otp/generate-otp.ts";
import { verifyOtp } from "../../otp/verify-otp.ts";
import type { E164 } from "../../phone.ts";
import { refuse, TwilioRefusal } from "./errors.ts";
import { idOf, sidOf } from "./ids.ts";

const length = 6;
const lifetimeSeconds = 600;

/** The longest part of a team's name that a text has. */
const maxName = 100;

/** The code of Twilio for an invalid parameter of its product Verify. */
const invalidParameter = 60200;

/** The fields that would change the code, its text or what it confirms. */
const refusedFields = ["CustomCode", "CustomMessage", "TemplateSid", "Amount", "Payee"];

/** The recipient of a phone's passcodes. A passcode of the API has another recipient, so it is not verified here. */
const recipientOf = (phone: string) => `verify:${phone}`;

/**
 * Sends a passcode to a phone.
 *
 * @throws TwilioRefusal, and the codes of `generateOtp`
 */
export async function startVerification(
  scope: Scope,
  { To: to, Channel: channel, CustomFriendlyName: name, ...others }: TwilioVerificationToStart,
): Promise<OnceAnswer<TwilioVerification>> {
  if (channel !== "sms") refuse(invalidParameter, "Channel must be sms.");
  if (name?.includes("$OTP")) refuse(invalidParameter, "CustomFriendlyName must not contain $OTP.");
  const given = refusedFields.find((field) => (others as Record<string, string | undefined>)[field]);
  if (given) refuse(invalidParameter, `${given} is not available here.`);
  const { body: otp, replayed } = await generateOtp(scope, {
    recipientId: recipientOf(to),
    phone: to as E164,
    template: `Your ${name || (await nameOfTeam(scope))} verification code is: $OTP`,
    length,
    lifetimeSeconds,
  }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== "rate_limited") throw error;
    const { message, retryAfterSeconds } = error;
    throw new TwilioRefusal(60203, message, { status: 429, retryAfterSeconds });
  });
  const passcode = presentPasscode(scope, { id: otp.otpId, phone: to });
  return {
    body: {
      ...passcode,
      status: "pending",
      valid: false,
      lookup: {},
      sna: null,
      send_code_attempts: [{ time: passcode.date_created, channel: "SMS", attempt_sid: null }],
      url: `/v2/Services/${passcode.service_sid}/Verifications/${passcode.sid}`,
    },
    replayed,
  };
}

/**
 * Verifies a guess at the passcode of a phone. A wrong guess is an answer, as at Twilio.
 *
 * @throws TwilioRefusal, not_found without a passcode that could be verified, otp_max_attempts, and the codes of a claim
 */
export async function checkVerification(
  scope: Scope,
  { Code: code, To: to, VerificationSid: sid }: TwilioVerificationToCheck,
): Promise<OnceAnswer<TwilioVerificationCheck>> {
  if (!to && !sid) refuse(invalidParameter, "To or VerificationSid is required.");
  const asked = sid ? await findCurrent(scope, { id: idOf("VE", sid) ?? null }) : undefined;
  if (sid && (!asked || asked.recipientId !== recipientOf(asked.phone) || (to && to !== asked.phone))) missing();
  const phone = asked?.phone ?? to!;
  const recipientId = recipientOf(phone);
  const present = (id: string, valid: boolean): TwilioVerificationCheck => ({
    ...presentPasscode(scope, { id, phone }),
    status: valid ? "approved" : "pending",
    valid,
    sna_attempts_error_codes: [],
  });
  try {
    const { body, replayed } = await verifyOtp(scope, recipientId, code);
    return { body: present(body.otpId, true), replayed };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "otp_invalid") throw error;
    const current = await findCurrent(scope, { recipientId });
    return { body: present((current ?? missing()).id, false), replayed: false };
  }
}

const missing = () => fail("not_found", { message: "There is no pending verification of this phone." });

async function nameOfTeam({ em, teamId }: Scope): Promise<string> {
  const team = await queries(em).selectFrom("Team").select("name").where("id", "=", teamId).executeTakeFirst();
  return (team?.name ?? "").replaceAll("$OTP", "").slice(0, maxName).toWellFormed();
}

function presentPasscode({ teamId }: Scope, { id, phone }: Pick<CurrentPasscode, "id" | "phone">) {
  const date = `${timeOfId(id).slice(0, 19)}Z`;
  return {
    sid: sidOf("VE", id),
    service_sid: sidOf("VA", teamId),
    account_sid: sidOf("AC", teamId),
    to: phone,
    channel: "sms",
    amount: null,
    payee: null,
    date_created: date,
    date_updated: date,
  };
}
