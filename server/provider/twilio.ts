import { Agent, errors, request } from "undici";
import type { OutboundText, Outcome, Provider } from "./provider.ts";

export interface TwilioOptions {
  accountSid: string;
  authToken: string;
  /** The API's address without a trailing slash. */
  baseUrl: string;
  /** The public address of this installation; undefined: no delivery statuses are asked for. */
  callbackBaseUrl: string | undefined;
  /** How long a call may take in all. */
  timeoutMilliseconds?: number;
}

/** What is logged of a call. */
export interface ProviderCall {
  textId: string;
  outcome: Outcome["kind"];
  errorCode?: string;
  milliseconds: number;
}

const maxConnections = 256;

/** The provider's code for a recipient who has opted out of the sender. */
const optedOutCode = "21610";

/** Failures that happen before a connection is there: the provider has seen nothing of the text. */
const connectCodes = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/**
 * Sends through Twilio's Messages resource. A status of 4xx, or a connection that was never made, is a definite
 * refusal; a time-out, a connection lost after the request began, and a status of 5xx leave the outcome unknown.
 *
 * @see https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource
 */
export function createTwilioProvider(options: TwilioOptions): Provider & { close(): Promise<void> } {
  const { accountSid, authToken, baseUrl, callbackBaseUrl, timeoutMilliseconds = 8_000 } = options;
  const agent = new Agent({ connections: maxConnections, keepAliveTimeout: 30_000, pipelining: 1 });
  const url = `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;

  return {
    async send(text) {
      try {
        const { statusCode, body } = await request(url, {
          dispatcher: agent,
          method: "POST",
          headers: { authorization, accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
          body: formOf(text, callbackBaseUrl).toString(),
          signal: AbortSignal.timeout(timeoutMilliseconds),
        });
        return outcomeOf(statusCode, await body.json().catch(() => ({})));
      } catch (error) {
        return failureOf(error);
      }
    },
    close: () => agent.close(),
  };
}

function formOf({ id, from, to, body }: OutboundText, callbackBaseUrl: string | undefined): URLSearchParams {
  const form = new URLSearchParams({ To: to, From: from, Body: body });
  if (callbackBaseUrl) form.set("StatusCallback", `${callbackBaseUrl}/api/external/sms/status?textId=${id}`);
  return form;
}

interface TwilioAnswer {
  sid?: unknown;
  status?: unknown;
  code?: unknown;
}

function outcomeOf(statusCode: number, answer: unknown): Outcome {
  const { sid, code } = (answer ?? {}) as TwilioAnswer;
  if (statusCode >= 400 && statusCode < 500) {
    const errorCode = code === undefined ? `http_${statusCode}` : String(code);
    return { kind: "refused", errorCode, optedOut: errorCode === optedOutCode };
  }
  if (statusCode < 200 || statusCode >= 300 || typeof sid !== "string") return { kind: "unknown" };
  return { kind: "accepted", providerId: sid, status: "queued" };
}

function failureOf(error: unknown): Outcome {
  const code = (error as { code?: string }).code ?? "";
  const notConnected = connectCodes.has(code) || error instanceof errors.ConnectTimeoutError || isTlsFailure(code);
  return notConnected ? { kind: "refused", errorCode: "provider_unreachable", optedOut: false } : { kind: "unknown" };
}

/** Nothing of a request is written before the handshake is done. */
const isTlsFailure = (code: string) => code.startsWith("ERR_TLS") || code.startsWith("ERR_SSL") || /CERT/.test(code);
