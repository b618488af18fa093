import type { Log } from "../../log.ts";
import { createExchanger, type Exchange } from "../exchange.ts";
import type { OutboundText, Outcome, OwnCode, Provider } from "../provider.ts";
import { quoteLink, quoteMessage } from "../quote.ts";
import type { TwilioSettings } from "./account.ts";

export interface TwilioOptions extends TwilioSettings {
  /** This installation's public URL without a trailing slash. No delivery statuses are requested if it is absent. */
  callbackBaseUrl: string | undefined;
  log: Pick<Log, "warn">;
  /** The total time for one text. */
  timeoutMilliseconds?: number;
  maxConnections?: number;
}

/** Twilio's code for a recipient who has opted out of the sender. */
const optedOutCode = "21610";

/** Our own code for a text that was not sent, because no connection could be made. */
const unreachableCode: OwnCode = "provider_unreachable";

/** The path that receives the delivery statuses of each kind of text. The text's id is appended. */
const callbackPaths = {
  text: (id: string, team: string) => `/api/external/sms/status?team=${team}&textId=${id}`,
  otp: (id: string, team: string) => `/api/external/sms/otp-status?otpId=${id}&team=${team}`,
};

/** The maximum stored length of an id or an error code. */
const maxCodeLength = 64;

/**
 * Sends through Twilio's Messages resource. A status of 4xx, or a request of which no byte was written, is a definite
 * refusal. Every other failure leaves the outcome unknown:
 *
 * - a timeout or a lost connection after the first byte;
 * - a status of 5xx or a redirect;
 * - an answer without an id.
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
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString("base64");
  const headers = { authorization: `Basic ${credentials}`, accept: "application/json" };
  // The provider may repeat what it was sent.
  const secrets = [credentials, authToken, accountSid];

  return {
    supportsMedia: true,
    async send(text) {
      const exchange = await exchanger.post(url.pathname, headers, formOf(text, callbackBaseUrl));
      const outcome = outcomeOf(exchange, text.kind, secrets);
      if (outcome.kind !== "accepted") {
        const details = exchange.kind === "answered" ? { httpStatus: exchange.status } : { cause: exchange.cause };
        log.warn({ [`${text.kind}Id`]: text.id, outcome, ...details }, "provider: text not accepted");
      }
      return outcome;
    },
    close: () => exchanger.close(),
  };
}

function formOf(
  { kind, id, teamId, from, to, body, mediaUrls = [] }: OutboundText,
  callbackBaseUrl: string | undefined,
): URLSearchParams {
  const form = new URLSearchParams({ To: to, From: from });
  if (body !== "" || mediaUrls.length === 0) form.set("Body", body);
  for (const url of mediaUrls) form.append("MediaUrl", url);
  if (callbackBaseUrl) form.set("StatusCallback", callbackBaseUrl + callbackPaths[kind](id, teamId));
  return form;
}

function outcomeOf(exchange: Exchange, kind: OutboundText["kind"], secrets: readonly string[]): Outcome {
  if (exchange.kind === "unsent") return { kind: "refused", errorCode: unreachableCode, optedOut: false };
  if (exchange.kind === "lost") return { kind: "unknown" };
  const { status } = exchange;
  const { sid, code, message, more_info: moreInfo } = parse(exchange.body);
  if (status >= 400 && status < 500) {
    const errorCode = codeOf(code)?.slice(0, maxCodeLength) ?? `http_${status}`;
    const refusesServer = status === 401 || status === 403;
    return {
      kind: "refused",
      errorCode,
      optedOut: errorCode === optedOutCode,
      message: quoteMessage(message, kind, secrets),
      moreInfo: quoteLink(moreInfo, kind, secrets),
      ...(refusesServer && { refusesServer }),
    };
  }
  const providerId = typeof sid === "string" ? codeOf(sid) : undefined;
  if (status >= 300 || providerId === undefined || providerId.length > maxCodeLength) return { kind: "unknown" };
  return { kind: "accepted", providerId, status: "queued" };
}

/** The fields of a JSON answer; empty for an answer that is not a JSON object. */
function parse(body: string | undefined): Record<"sid" | "code" | "message" | "more_info", unknown> {
  try {
    return Object(JSON.parse(body ?? "{}"));
  } catch {
    return Object({});
  }
}

/** An id or a code as text; undefined unless it consists of printable ASCII characters. */
function codeOf(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  return /^[\x21-\x7e]+$/.test(String(value)) ? String(value) : undefined;
}
