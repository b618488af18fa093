/**
 * Builds the requests of the load generator: the n-th request of each kind. A run uses each number once.
 */
import { createHash } from "node:crypto";
import { magicRecipients } from "../../server/provider/simulated/send.ts";
import { signForm } from "../../server/provider/twilio/signature.ts";
import { searchTermOf } from "./search-terms.ts";

/** The team and data that requests use. */
export interface Target {
  /** An API key. */
  key: string;
  /** The thread of requests for messages. */
  threadId: string;
  /** The provider's auth token. */
  secret: string;
  /** The signed address of callbacks. */
  publicUrl: string;
  /** The phone of a business number. */
  number: string;
  /** The number of phones that many recipients rotate over. */
  recipients: number;
  /** The number of contacts, so that searches find some. */
  contacts: number;
  /** The account of the team at the Twilio door. */
  account?: string;
  /** The company of contacts with similar names. */
  company?: string;
  /** Where replies to texts with a webhook are posted. */
  replyWebhookUrl?: string;
}

export interface BenchRequest {
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export type RequestKind = keyof typeof kinds;

export const phoneOf = (n: number): string => `+1${2_000_000_000 + n}`;

const kinds = {
  text: (n: number, target: Target) => textTo(phoneOf(n % target.recipients), n, target),
  "text to one": (n: number, target: Target) => textTo(phoneOf(0), n, target),
  /** Every second text goes to a new phone, the others to 2,000 phones in rotation. */
  "text to new and known": (n: number, target: Target) =>
    textTo(phoneOf(n % 2 === 0 ? 1_000_000 + n : Math.floor(n / 2) % 2_000), n, target),
  /** For the reference without a database only, whose handler refuses this phone. */
  "refused text": (n: number, target: Target) => textTo(magicRecipients.optedOut, n, target),
  "text with key": (n: number, target: Target) =>
    textTo(phoneOf(n % target.recipients), n, target, { "idempotency-key": `bench ${n}` }),
  "text from a number": (n: number, target: Target) => {
    const { number: sender, recipients } = target;
    const text = { phone_number: phoneOf(n % recipients), sender, message: `Your table is ready, ${n}` };
    return post("/api/text", text, target);
  },
  "text from a number by Twilio": (n: number, target: Target) => textByTwilio(n, target, { From: target.number }),
  "text from a service by Twilio": (n: number, target: Target) =>
    textByTwilio(n, target, { MessagingServiceSid: target.account!.replace("AC", "MG") }),
  "live text": (n: number, target: Target) => {
    const { key, recipients } = target;
    return textTo(phoneOf(n % recipients), n, { ...target, key: key.replace(/_test$/, "") });
  },
  "text with webhook": (n: number, target: Target) => {
    const { recipients, replyWebhookUrl } = target;
    const body = { phone_number: phoneOf(n % recipients), message: `Your table is ready, ${n}`, replyWebhookUrl };
    return post("/api/text", body, target);
  },
  inbound: (n: number, { secret, publicUrl, number, recipients }: Target): BenchRequest => {
    const path = "/api/external/sms/inbound";
    const form: [string, string][] = [
      ["MessageSid", `SM${n.toString(16).padStart(32, "0")}`],
      ["From", phoneOf(n % recipients)],
      ["To", number],
      ["Body", `Inbound ${n}`],
      ["NumMedia", "0"],
    ];
    return {
      method: "POST",
      path,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-provider-signature": signForm(secret, publicUrl + path, form),
      },
      body: new URLSearchParams(form).toString(),
    };
  },
  threads: (_: number, target: Target) => get("/api/threads", target),
  /** For the bare reference only. */
  "thread summaries": (_: number, target: Target) => get("/thread-summaries", target),
  messages: (_: number, target: Target) => get(`/api/threads/${target.threadId}/messages`, target),
  contacts: (_: number, target: Target) => get("/api/contacts", target),
  "new contact": (n: number, target: Target) => post("/api/contacts", contactOf(n), target),
  "upsert of a new contact": (n: number, target: Target) => post("/api/contacts/upsert", contactOf(n), target),
  /** The contacts are there after their first round. Each upsert changes the role. */
  "upsert of a known contact": (n: number, target: Target) =>
    post("/api/contacts/upsert", { ...contactOf(n % knownContacts), role: `Role ${n}` }, target),
  "contact with a similar name": (n: number, target: Target) =>
    post("/api/contacts", { ...contactOf(n), name: `Ada Lovelace ${n}`, company: target.company }, target),
  search: (n: number, target: Target) =>
    get(`/api/contacts?query=${encodeURIComponent(searchTermOf(n, target.contacts))}`, target),
  /** After a rotation, each passcode replaces an older one. */
  "generate passcode": (n: number, target: Target) => {
    const user = n % target.recipients;
    return post("/api/otp/generate", { recipient_id: `user ${user}`, phone: phoneOf(user) }, target);
  },
  verify: (n: number, target: Target) => post("/api/otp/verify", { recipient_id: `user ${n}`, otp: "123456" }, target),
  sendsms: (n: number, { number, recipients }: Target): BenchRequest => {
    const text = { from: number, to: phoneOf(n % recipients), text: `Your table is ready, ${n}` };
    const query = new URLSearchParams({ username: "bench", password: "bench", ...text });
    return { method: "GET", path: `/cgi-bin/sendsms?${query}`, headers: {} };
  },
  hello: (): BenchRequest => ({ method: "GET", path: "/", headers: {} }),
};

const knownContacts = 2_000;

/** A contact with a random name and company, always the same for a number. */
export function contactOf(n: number) {
  const random = createHash("sha256")
    .update(`contact ${n}`)
    .digest("base64url")
    .replaceAll(/[^A-Za-z]/g, "");
  return {
    name: `${random.slice(0, 7)} ${random.slice(7, 15)}`,
    company: random.slice(15, 26),
    externalId: `bench ${n}`,
    phones: [`+1${3_000_000_000 + n}`],
    tags: ["bench", `tag ${n % 100}`],
  };
}

export const makeRequest = (kind: RequestKind, n: number, target: Target): BenchRequest => kinds[kind](n, target);

const textTo = (phone: string, n: number, target: Target, headers = {}): BenchRequest =>
  post("/api/text", { phone_number: phone, message: `Your table is ready, ${n}` }, target, headers);

/** A text as an app of Twilio sends it. Twilio refuses one without a sender. */
const textByTwilio = (
  n: number,
  { key, account, recipients }: Target,
  sender: Record<string, string>,
): BenchRequest => ({
  method: "POST",
  path: `/2010-04-01/Accounts/${account}/Messages.json`,
  headers: {
    authorization: `Basic ${Buffer.from(`${account}:${key}`).toString("base64")}`,
    "content-type": "application/x-www-form-urlencoded",
  },
  body: new URLSearchParams({ To: phoneOf(n % recipients), ...sender, Body: `Your table is ready, ${n}` }).toString(),
});

function post(path: string, body: object, { key }: Target, headers = {}): BenchRequest {
  return {
    method: "POST",
    path,
    headers: { "x-api-key": key, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
}

const get = (path: string, { key }: Target): BenchRequest => ({ method: "GET", path, headers: { "x-api-key": key } });
