import { randomBytes } from "node:crypto";
import twilio from "twilio";
import type { CallbackKind } from "../../server/db/entities/callback.ts";
import { type TestApp, webhookClientSecret } from "./app.ts";
import type { RawAnswer } from "./client.ts";

/** A new id of the provider's. */
export const newSid = () => `SM${randomBytes(16).toString("hex")}`;

interface CallbackOptions {
  /** What the address carries, with its question mark. */
  query?: string;
  authToken?: string;
}

/** Posts a form as the provider does, signed by the provider's own library. */
export async function postCallback(
  { url }: Pick<TestApp, "url">,
  kind: CallbackKind,
  form: Record<string, string>,
  { query = "", authToken = webhookClientSecret }: CallbackOptions = {},
): Promise<RawAnswer> {
  const address = `${url}/api/external/sms/${kind}${query}`;
  return post(address, new URLSearchParams(form).toString(), {
    "content-type": "application/x-www-form-urlencoded",
    "x-provider-signature": twilio.getExpectedTwilioSignature(authToken, address, form),
  });
}

/** Posts anything to any address. */
export async function post(
  address: string,
  body: string | Buffer,
  headers: Record<string, string>,
): Promise<RawAnswer> {
  const response = await fetch(address, { method: "POST", body: body as RequestInit["body"] & {}, headers });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : text };
}

/** The fields of an inbound text. */
export const inboundForm = (from: string, to: string, body: string, sid = newSid()) => ({
  ...{ MessageSid: sid, SmsSid: sid, AccountSid: "AC1", From: from, To: to, Body: body, NumMedia: "0" },
});

/** The fields of a status. */
export const statusForm = (from: string, sid: string, status: string, more: Record<string, string> = {}) => ({
  ...{ MessageSid: sid, MessageStatus: status, From: from, To: "+12025550123", AccountSid: "AC1", ...more },
});
