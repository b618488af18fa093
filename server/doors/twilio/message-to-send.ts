import type { TwilioMessageToSend } from "../../../generated/api.ts";
import { parseTimestamp } from "../../db/timestamp.ts";
import type { Scope } from "../../operations/scope.ts";
import type { E164 } from "../../phone.ts";
import { hasPhoneForm } from "../../phone.ts";
import type { MessageToSend } from "../../texts/plan-message.ts";
import { plainText } from "../plain-text.ts";
import { findDoorKey } from "../secrets.ts";
import { refuse } from "./errors.ts";
import { sidOf } from "./ids.ts";

/** The sender that Twilio has for tests. */
const testSender = "+15005550006";

/** The fields that would change the meaning of a text, with the code of their refusal. */
const refusedFields = [
  { name: "ContentSid", code: 21655 },
  { name: "ContentVariables", code: 21655 },
  { name: "ApplicationSid", code: 20001 },
];

/** The values of fields that would change the meaning of a text. Any other value changes nothing. */
const refusedValues = [
  { name: "SendAsMms", value: "true", code: 21621 },
  { name: "AddressRetention", value: "obfuscate", code: 20001 },
];

/**
 * Reads a text from the fields of Twilio. The contract has checked the form of the fields that it names.
 *
 * @throws TwilioRefusal
 */
export async function messageToSend(scope: Scope, fields: TwilioMessageToSend): Promise<MessageToSend> {
  const { teamId, testMode } = scope;
  refuseUnsupported(fields as unknown as Record<string, string | undefined>);
  const { To, From: from, MessagingServiceSid: service, Body: body = "", MediaUrl: mediaUrls = [] } = fields;
  const { StatusCallback: statusCallback = null } = fields;
  if (!body.trim() && mediaUrls.length === 0)
    refuse(21602, "Body is required without MediaUrl, and must not be blank.");
  if (service && service !== sidOf("MG", teamId)) refuse(21705, "The MessagingServiceSid is not that of this account.");
  if (from && !isSender(from)) refuse(21212, "From must be a phone number in E.164 format, or the name of a number.");
  if (statusCallback !== null) await checkSigner(scope);
  return {
    ...plainText,
    phone: To as E164,
    sender: !from || (testMode && from === testSender) ? undefined : from,
    body,
    mediaUrls,
    discards: fields.ContentRetention?.toLowerCase() === "discard",
    ...scheduleOf(fields),
    statusCallback,
  };
}

/** An address for statuses can be given if there is a token that signs what is posted. @throws TwilioRefusal */
async function checkSigner({ em, teamId, testMode, rights }: Scope): Promise<void> {
  if (rights.scopes && !rights.scopes.has("webhooks:write"))
    refuse(21609, "The API key does not have the scope webhooks:write for StatusCallback.");
  if ((await findDoorKey(em, { teamId, door: "twilio", testMode })) !== undefined) return;
  const mode = testMode ? "test" : "live";
  const todo = "make one by: messaging teams twilio-credentials";
  refuse(21609, `StatusCallback needs a token of ${mode} mode that signs what is posted; ${todo}`);
}

/** A name of a number has neither a plus sign in front nor the prefix of a channel. */
const isSender = (from: string) => hasPhoneForm(from) || !/^\+|^[a-z]+:/.test(from);

/** Quiet hours count only for a text with a time: an app of Twilio does not expect that another text waits. */
function scheduleOf({ ScheduleType: type, SendAt: at, MessagingServiceSid: service }: TwilioMessageToSend) {
  if (!type && !at) return {};
  if (type !== "fixed") refuse(20001, "ScheduleType must be fixed, and is required with SendAt.");
  if (!service) refuse(35118, "MessagingServiceSid is required to schedule a message.");
  if (!at) refuse(35111, "SendAt is required with ScheduleType.");
  return { sendAt: parseTimestamp(at), ignoresQuietHours: false };
}

function refuseUnsupported(fields: Record<string, string | undefined>): void {
  for (const { name, code } of refusedFields) if (fields[name]) refuse(code, `${name} is not available here.`);
  for (const { name, value, code } of refusedValues)
    if (fields[name]?.toLowerCase() === value) refuse(code, `${name}=${value} is not available here.`);
}
