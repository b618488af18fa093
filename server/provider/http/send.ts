import type { Timestamp } from "../../db/timestamp.ts";
import { signAttempt } from "../../secrets/standard-webhooks.ts";
import type { ReadAnswer } from "../outcome.ts";
import type { Meaning, OutboundText } from "../provider.ts";
import { type HttpMeans, type HttpProvider, sendByHttp } from "../send-by-http.ts";

/** The settings of an account at a carrier that somebody's own code speaks with. */
export type HttpSettings = {
  /** The address that texts are posted to. */
  url: string;
  /** Signs the posts of both sides, by Standard Webhooks: `whsec_…`. */
  secret: string;
};

export interface HttpOptions extends HttpSettings, HttpMeans {
  /** The address that statuses are posted to; undefined if this server has no public address. */
  callbackUrl: string | undefined;
}

/** What a failure can be about. */
const causes: Record<Meaning["about"], true> = {
  recipient: true,
  content: true,
  number: true,
  account: true,
  capacity: true,
  unreachable: true,
};

/** Posts texts as JSON, signed by Standard Webhooks with the id of the text. */
export function createHttpProvider({ url, secret, callbackUrl, ...means }: HttpOptions): HttpProvider {
  const { origin, pathname, search } = new URL(url);
  const requestOf = (text: OutboundText) => {
    const body = JSON.stringify(bodyOf(text, callbackUrl));
    // The receiver compares it with its own clock.
    const now = new Date().toISOString() as Timestamp;
    const headers = { "content-type": "application/json", ...signAttempt(text.id, now, body, [secret]) };
    return { path: pathname + search, headers, body };
  };
  return { supportsMedia: true, ...sendByHttp({ origin, requestOf, readAnswer, secrets: [secret] }, means) };
}

const bodyOf = ({ id, kind, from, to, body: text, mediaUrls = [] }: OutboundText, callbackUrl: string | undefined) => ({
  ...{ id, kind, from, to, text, mediaUrls },
  callbackUrl: callbackUrl ?? null,
});

const readAnswer: ReadAnswer = ({ id, code, message, about, optedOut }, status) => ({
  id,
  code,
  message,
  about: isCause(about) ? about : status === 429 ? "capacity" : undefined,
  optedOut: optedOut === true,
});

const isCause = (value: unknown): value is Meaning["about"] =>
  typeof value === "string" && Object.hasOwn(causes, value);
