import type { MessageRecord, TwilioMessage } from "../../../generated/api.ts";
import { codeOfCarrier } from "./errors.ts";
import { sidOf } from "./ids.ts";

export const apiVersion = "2010-04-01";

/** The path of an account, below which all paths of its resources are. */
export const accountPath = (teamId: string): string => `/${apiVersion}/Accounts/${sidOf("AC", teamId)}`;

/** Twilio's code of a text that failed without a code of its own. */
export const unknownFailure = 30008;

export function presentMessage(teamId: string, message: MessageRecord): TwilioMessage {
  const { id, errorCode, createdAt } = message;
  const sid = sidOf("SM", id);
  const account = sidOf("AC", teamId);
  const date = rfc2822(createdAt);
  const status = statusOf(message);
  return {
    sid,
    account_sid: account,
    api_version: apiVersion,
    from: message.from,
    to: message.to,
    body: message.body,
    direction: message.direction === "inbound" ? "inbound" : "outbound-api",
    status,
    num_segments: String(message.segments),
    num_media: String(message.media.length),
    error_code: errorCode === null ? null : (codeOfCarrier(errorCode) ?? unknownFailure),
    error_message: message.errorMeaning,
    date_created: date,
    date_updated: date,
    date_sent: unsent.has(status) ? null : date,
    messaging_service_sid: null,
    price: null,
    price_unit: null,
    uri: `/${apiVersion}/Accounts/${account}/Messages/${sid}.json`,
    subresource_uris: {},
  };
}

const unsent = new Set(["accepted", "scheduled", "canceled", "queued", "sending"]);

/** Our statuses are words of Twilio, but for texts that wait for something else than a time that the client gave. */
function statusOf({ status, waitsFor }: MessageRecord): string {
  return status === "held" || waitsFor === "quiet_hours" ? "accepted" : status;
}

/** A timestamp in the form of RFC 2822, which is that of HTTP with an offset. */
export const rfc2822 = (timestamp: string): string => new Date(timestamp).toUTCString().replace("GMT", "+0000");
