import { Webhook, WebhookVerificationError } from "standardwebhooks";
import type { Timestamp } from "../db/timestamp.ts";

/** The signature headers of one attempt. */
export interface SignatureHeaders {
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
}

/**
 * Signs one attempt with all given secrets, so that a receiver can verify it with any of them.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signAttempt(id: string, now: Timestamp, payload: string, secrets: string[]): SignatureHeaders {
  const timestamp = new Date(now);
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(timestamp.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, timestamp, payload)).join(" "),
  };
}

/** Whether one of the signatures of a body is that of a secret, and at most five minutes old. */
export function isSignedWith(secret: string, payload: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(payload, headers, { jsonParse: false });
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}
