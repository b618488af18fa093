import { Webhook } from "standardwebhooks";
import type { Timestamp } from "../db/timestamp.ts";

/** The headers that say who posts, and when. */
export interface SignatureHeaders {
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
}

/**
 * Signs one attempt with every secret that is valid at the time, so that a receiver may know either.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signAttempt(id: string, now: Timestamp, payload: string, secrets: string[]): SignatureHeaders {
  const moment = new Date(now);
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(moment.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, moment, payload)).join(" "),
  };
}
