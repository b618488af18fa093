import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import twilio from "twilio";
import { readClock } from "../../server/db/clock.ts";
import { type EntityManager, queries } from "../../server/db/orm.ts";
import type { CallbackKind } from "../../server/db/schema/entities/callback.ts";
import { newId } from "../../server/db/schema/ids.ts";
import { plusMicroseconds } from "../../server/db/timestamp.ts";
import { readCallback } from "../../server/inbound/read-callback.ts";
import type { NewCallback } from "../../server/inbound/record-callbacks.ts";
import { twilioReader } from "../../server/provider/twilio/callbacks.ts";
import { type TestApp, webhookClientSecret } from "./app.ts";
import type { RawAnswer } from "./client.ts";

/** Creates a provider id. */
export const newSid = () => `SM${randomBytes(16).toString("hex")}`;

interface CallbackOptions {
  /** The query of the URL, with its question mark. */
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

/** Posts a body to a URL. */
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

/** Makes all callbacks, or one, older by an interval. Their ids contain the time, too. */
export async function ageCallbacks(em: EntityManager, interval: string, id?: string): Promise<void> {
  await sql`
    update callback set received_at = received_at - ${interval}::interval, id = (
      lpad(to_hex((extract(epoch from received_at - ${interval}::interval) * 1000)::bigint), 12, '0')
      || right(replace(id::text, '-', ''), 20))::uuid
    where ${id ?? null}::uuid is null or id = ${id ?? null}::uuid
  `.execute(queries(em));
}

/** The fields of an inbound text. */
export const inboundForm = (from: string, to: string, body: string, sid = newSid()) => ({
  MessageSid: sid,
  SmsSid: sid,
  AccountSid: "AC1",
  From: from,
  To: to,
  Body: body,
  NumMedia: "0",
});

/** An inbound text that did not come over HTTP, to record. */
export const newInbound = (fields: Record<string, string>, more: Partial<NewCallback> = {}): NewCallback =>
  ({
    ...readCallback(twilioReader, "inbound", { fields, query: {} }),
    id: newId(),
    signature: null,
    ...more,
  }) as NewCallback;

/** The fields of a status. */
export const statusForm = (from: string, sid: string, status: string, more: Record<string, string> = {}) => ({
  MessageSid: sid,
  MessageStatus: status,
  From: from,
  To: "+12025550123",
  AccountSid: "AC1",
  ...more,
});

/** The database's time, some days ago. */
export const daysAgo = async (em: EntityManager, days: number) =>
  plusMicroseconds(await readClock(em), -days * 24 * 60 * 60 * 1_000_000);
