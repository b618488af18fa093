import type { Log } from "../../log.ts";
import { createExchanger, type ExchangeReport } from "../exchange.ts";
import { outcomeOf, type ReadAnswer } from "../outcome.ts";
import type { OutboundText, Provider } from "../provider.ts";
import type { TwilioSettings } from "./account.ts";

/** The path that receives the statuses of a text, with the ids of the text and its team. */
export type StatusPathOf = (text: Pick<OutboundText, "kind" | "id" | "teamId">) => string;

export interface TwilioOptions extends TwilioSettings {
  /** This installation's public URL without a trailing slash. No delivery statuses are requested if it is absent. */
  callbackBaseUrl: string | undefined;
  /** By default, the requirement's paths. */
  statusPathOf?: StatusPathOf;
  log: Pick<Log, "warn">;
  /** The total time for one text. */
  timeoutMilliseconds?: number | undefined;
  maxConnections?: number;
  onExchange?: ExchangeReport | undefined;
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
 * Sends through Twilio's Messages resource. `outcomeOf` tells a definite refusal from an unknown outcome.
 *
 * @see https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource
 */
export function createTwilioProvider({
  accountSid,
  authToken,
  baseUrl,
  callbackBaseUrl,
  statusPathOf = requiredPathOf,
  log,
  timeoutMilliseconds = 8_000,
  maxConnections = 512,
  onExchange,
}: TwilioOptions): Provider & { close(): Promise<void> } {
  const url = new URL(`${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`);
  const exchanger = createExchanger({ origin: url.origin, timeoutMilliseconds, maxConnections, onExchange });
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString("base64");
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    authorization: `Basic ${credentials}`,
    accept: "application/json",
  };
  // The provider may repeat what it was sent.
  const secrets = [credentials, authToken, accountSid];
  const callbackOf = (text: OutboundText) => callbackBaseUrl && callbackBaseUrl + statusPathOf(text);

  return {
    supportsMedia: true,
    async send(text) {
      const exchange = await exchanger.post(url.pathname, headers, formOf(text, callbackOf(text)).toString());
      const outcome = outcomeOf(exchange, readAnswer, text.kind, secrets);
      if (outcome.kind !== "accepted") {
        const details = exchange.kind === "answered" ? { httpStatus: exchange.status } : { cause: exchange.cause };
        log.warn({ [`${text.kind}Id`]: text.id, outcome, ...details }, "provider: text not accepted");
      }
      return outcome;
    },
    close: () => exchanger.close(),
  };
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
