import type { Log } from "../log.ts";
import { createExchanger, type Exchange } from "./exchange.ts";
import type { OutboundText, Outcome, Provider } from "./provider.ts";

export interface TwilioOptions {
  accountSid: string;
  authToken: string;
  /** The API's address without a trailing slash. */
  baseUrl: string;
  /** The public address of this installation without a trailing slash; undefined: no delivery statuses are asked for. */
  callbackBaseUrl: string | undefined;
  log: Pick<Log, "warn">;
  /** How long a text may take in all. */
  timeoutMilliseconds?: number;
  maxConnections?: number;
}

/** The provider's code for a recipient who has opted out of the sender. */
const optedOutCode = "21610";

/** The code of a refusal that is not the provider's: no connection to it could be made. */
const unreachableCode = "provider_unreachable";

/** The address that gets the delivery statuses of each kind of text, up to the text's id. */
const callbackPaths = {
  text: "/api/external/sms/status?textId=",
  otp: "/api/external/sms/otp-status?otpId=",
};

/** As much of an id or a code as is stored. */
const longestCode = 64;

/**
 * Sends through Twilio's Messages resource. A status of 4xx, or a text of which nothing was written, is a definite
 * refusal; whatever else is no acceptance leaves the outcome unknown: a time-out, a connection lost after the text was
 * written, a status of 5xx, a redirect, an answer without an id.
 *
 * @see https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource
 */
export function createTwilioProvider({
  accountSid,
  authToken,
  baseUrl,
  callbackBaseUrl,
  log,
  timeoutMilliseconds = 8_000,
  maxConnections = 512,
}: TwilioOptions): Provider & { close(): Promise<void> } {
  const url = new URL(`${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`);
  const exchanger = createExchanger({ origin: url.origin, timeoutMilliseconds, maxConnections });
  const headers = {
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`,
    accept: "application/json",
  };

  return {
    async send(text) {
      const exchange = await exchanger.post(url.pathname, headers, formOf(text, callbackBaseUrl));
      const outcome = outcomeOf(exchange);
      if (outcome.kind !== "accepted") {
        const seen = exchange.kind === "answered" ? { httpStatus: exchange.status } : { cause: exchange.cause };
        log.warn({ [`${text.kind}Id`]: text.id, outcome, ...seen }, "provider: text not accepted");
      }
      return outcome;
    },
    close: () => exchanger.close(),
  };
}

function formOf(
  { kind, id, teamId, from, to, body }: OutboundText,
  callbackBaseUrl: string | undefined,
): URLSearchParams {
  const form = new URLSearchParams({ To: to, From: from, Body: body });
  if (callbackBaseUrl) form.set("StatusCallback", `${callbackBaseUrl}${callbackPaths[kind]}${id}&team=${teamId}`);
  return form;
}

function outcomeOf(exchange: Exchange): Outcome {
  if (exchange.kind === "unsent") return { kind: "refused", errorCode: unreachableCode, optedOut: false };
  if (exchange.kind === "lost") return { kind: "unknown" };
  const { status } = exchange;
  const { sid, code } = parse(exchange.body);
  if (status >= 400 && status < 500) {
    const errorCode = codeOf(code)?.slice(0, longestCode) ?? `http_${status}`;
    return { kind: "refused", errorCode, optedOut: errorCode === optedOutCode };
  }
  const providerId = typeof sid === "string" ? codeOf(sid) : undefined;
  if (status >= 300 || providerId === undefined || providerId.length > longestCode) return { kind: "unknown" };
  return { kind: "accepted", providerId, status: "queued" };
}

/** The answer as far as it is an object of JSON. */
function parse(body: string | undefined): { sid?: unknown; code?: unknown } {
  try {
    return Object(JSON.parse(body ?? "{}"));
  } catch {
    return {};
  }
}

/** An id or a code as text, if it is one that can be stored and shown. */
function codeOf(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  return /^[\x21-\x7e]+$/.test(String(value)) ? String(value) : undefined;
}
