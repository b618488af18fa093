import type { ReadAnswer } from "../outcome.ts";
import type { OutboundText } from "../provider.ts";
import { type HttpMeans, type HttpProvider, sendByHttp } from "../send-by-http.ts";
import { authorizationOf, rootOf, type TwilioSettings } from "./account.ts";

/** The path that receives the statuses of a text, with the ids of the text and its team. */
export type StatusPathOf = (text: Pick<OutboundText, "kind" | "id" | "teamId">) => string;

export interface TwilioOptions extends TwilioSettings, HttpMeans {
  /** This installation's public URL without a trailing slash. No delivery statuses are requested if it is absent. */
  callbackBaseUrl: string | undefined;
  /** By default, the requirement's paths. */
  statusPathOf?: StatusPathOf;
}

/** Twilio's code for a recipient who has opted out of the sender. */
const optedOutCode = "21610";

/** The paths of the environment's account. The names of a query are in alphabetical order. */
const requiredPathOf: StatusPathOf = ({ kind, id, teamId }) =>
  kind === "text"
    ? `/api/external/sms/status?team=${teamId}&textId=${id}`
    : `/api/external/sms/otp-status?otpId=${id}&team=${teamId}`;

/** The path of another account. */
export const statusPathOfAccount =
  (accountId: string): StatusPathOf =>
  ({ kind, id, teamId }) => {
    const path = `/api/external/twilio/${accountId}/status`;
    return kind === "text" ? `${path}?team=${teamId}&textId=${id}` : `${path}?otpId=${id}&team=${teamId}`;
  };

/**
 * Sends through Twilio's Messages resource.
 *
 * @see https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource
 */
export function createTwilioProvider({
  accountSid,
  authToken,
  baseUrl,
  callbackBaseUrl,
  statusPathOf = requiredPathOf,
  ...means
}: TwilioOptions): HttpProvider {
  const settings = { accountSid, authToken, baseUrl };
  const { origin, pathname: path } = new URL(`${baseUrl}${rootOf(settings)}/Messages.json`);
  const authorization = authorizationOf(settings);
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    authorization,
    accept: "application/json",
  };
  const requestOf = (text: OutboundText) => {
    const statusCallback = callbackBaseUrl && callbackBaseUrl + statusPathOf(text);
    return { path, headers, body: formOf(text, statusCallback).toString() };
  };
  const secrets = [authorization.replace("Basic ", ""), authToken, accountSid];
  return { supportsMedia: true, ...sendByHttp({ origin, requestOf, readAnswer, secrets }, means) };
}

function formOf({ from, to, body, mediaUrls = [] }: OutboundText, statusCallback: string | undefined): URLSearchParams {
  const form = new URLSearchParams({ To: to, From: from });
  if (body !== "" || mediaUrls.length === 0) form.set("Body", body);
  for (const url of mediaUrls) form.append("MediaUrl", url);
  if (statusCallback) form.set("StatusCallback", statusCallback);
  return form;
}

const readAnswer: ReadAnswer = ({ sid, code, message, more_info: moreInfo }) => ({
  id: sid,
  code,
  message,
  moreInfo,
  optedOut: String(code) === optedOutCode,
});
