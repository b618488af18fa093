import { about } from "../meanings.ts";
import type { Meaning } from "../provider.ts";

/** Our own codes, for what SMSGate says in words. */
export const ownCodes = {
  device: "smsgate-device",
  queue: "smsgate-queue",
  number: "smsgate-number",
  files: "smsgate-files",
  expired: "smsgate-expired",
  undelivered: "smsgate-undelivered",
  failed: "smsgate-failed",
} as const;

/** The code that Android gives a text that it could not send; the phone names it in its reason. */
const androidCode = /\bRESULT_[A-Z_]{1,48}/;

/** The code of a failure, by the reason that the phone gives. */
export function codeOfReason(reason: string): string {
  const [code] = androidCode.exec(reason) ?? [];
  if (code !== undefined) return `smsgate-${code}`;
  if (reason === "TTL expired") return ownCodes.expired;
  return isDeliveryReport(reason) ? ownCodes.undelivered : ownCodes.failed;
}

/** Whether a failure was reported by the network after it had taken the text. */
export const isDeliveryReport = (reason: string): boolean => reason.startsWith("Delivery result");

/**
 * What the codes mean, those of Android that people meet.
 *
 * @see https://docs.sms-gate.app/faq/errors/
 * @see https://developer.android.com/reference/android/telephony/SmsManager
 */
export const smsgateFailures: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  [ownCodes.device, about("account", "The service does not know the phone that the account names.")],
  [ownCodes.queue, about("capacity", "Too many texts wait for the phone, which may be off or offline.")],
  [ownCodes.number, about("number", "The SIM card of the account has another number.")],
  [ownCodes.files, about("content", "This provider carries no files.")],
  [ownCodes.expired, about("unreachable", "The phone did not send the text in time. It may have been off or offline.")],
  [ownCodes.undelivered, about("unreachable", "The mobile network could not deliver the text.")],
  [ownCodes.failed, about("account", "The phone could not send the text. The record of the callback has its reason.")],
  ...Object.entries({
    ERROR_GENERIC_FAILURE: about(
      "account",
      "The phone could not send the text. Its SIM card may have no credit, or be blocked.",
    ),
    ERROR_RADIO_OFF: about("unreachable", "The phone's radio is off."),
    ERROR_NO_SERVICE: about("unreachable", "The phone has no signal."),
    ERROR_LIMIT_EXCEEDED: about("capacity", "The texts leave faster than the phone or its operator allows."),
    RIL_REQUEST_RATE_LIMITED: about("capacity", "The texts leave faster than the phone allows."),
    ERROR_SHORT_CODE_NOT_ALLOWED: about("recipient", "The phone's user has not allowed texts to this short code."),
    ERROR_SHORT_CODE_NEVER_ALLOWED: about("recipient", "The phone's user has forbidden texts to such short codes."),
    NO_DEFAULT_SMS_APP: about("account", "The phone has no default app for texts."),
    NETWORK_REJECT: about("account", "The mobile network rejects the text. The operator may forbid such traffic."),
    RIL_NETWORK_REJECT: about("account", "The mobile network rejects the text. The operator may forbid such traffic."),
    RIL_SIM_ABSENT: about("account", "The phone has no SIM card."),
  }).map(([code, meaning]) => [`smsgate-RESULT_${code}`, meaning] as const),
]);
