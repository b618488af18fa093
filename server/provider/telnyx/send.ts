import type { ReadAnswer } from "../outcome.ts";
import type { OutboundText } from "../provider.ts";
import { type HttpMeans, type HttpProvider, sendByHttp } from "../send-by-http.ts";
import { telnyxCode } from "./failures.ts";

/** The settings of an account at Telnyx. */
export type TelnyxSettings = {
  apiKey: string;
  /** The key that verifies webhooks, in base64. */
  publicKey: string;
  /** The address of the API. */
  baseUrl: string;
};

export interface TelnyxOptions extends HttpMeans, Pick<TelnyxSettings, "apiKey" | "baseUrl"> {
  /** The address that statuses are posted to; undefined if this server has no public address. */
  webhookUrl: string | undefined;
}

/** Telnyx's code for a recipient who has opted out of the sender. */
const optedOutCode = "40300";

/** Telnyx's code for a request that took it too long, whose text may have been sent. */
const timedOutCode = "10008";

/** Telnyx's names of the encodings that we count segments in. Without one, it would replace characters. */
const encodings = { "GSM-7": "gsm7", "UCS-2": "ucs2" } as const;

/**
 * Sends through Telnyx's messages.
 *
 * @see https://developers.telnyx.com/api/messaging/send-message
 */
export function createTelnyxProvider({ apiKey, baseUrl, webhookUrl, ...means }: TelnyxOptions): HttpProvider {
  const headers = {
    "content-type": "application/json",
    accept: "application/json",
    authorization: `Bearer ${apiKey}`,
  };
  const requestOf = (text: OutboundText) => ({
    path: "/v2/messages",
    headers,
    body: JSON.stringify(bodyOf(text, webhookUrl)),
  });
  const { origin } = new URL(baseUrl);
  return { supportsMedia: true, ...sendByHttp({ origin, requestOf, readAnswer, secrets: [apiKey] }, means) };
}

const bodyOf = ({ from, to, body, mediaUrls = [], encoding }: OutboundText, webhookUrl: string | undefined) => ({
  from,
  to,
  ...((body !== "" || mediaUrls.length === 0) && { text: body }),
  ...(mediaUrls.length > 0 && { media_urls: mediaUrls }),
  ...(encoding && mediaUrls.length === 0 && { encoding: encodings[encoding] }),
  ...(webhookUrl && { webhook_url: webhookUrl, use_profile_webhooks: false }),
});

/** The first error counts. */
const readAnswer: ReadAnswer = ({ data, errors }) => {
  const { code, title, detail } = Object(Array.isArray(errors) ? errors[0] : undefined);
  return {
    id: Object(data).id,
    code: telnyxCode(code),
    message: detail ?? title,
    optedOut: String(code) === optedOutCode,
    verdict: String(code) === timedOutCode ? "unclear" : undefined,
  };
};
