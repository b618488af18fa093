/** The callbacks of a carrier: how they are signed, what they say in our own words, and how they are answered. */
import { hash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { CallbackKind } from "../db/schema/entities/callback.ts";
import type { DeliveryStatus, MessageMedia } from "../db/schema/entities/message.ts";
import type { Timestamp } from "../db/timestamp.ts";

/** The names and values of a form, in the order in which they were sent. A name may be repeated. */
export type FormPairs = readonly (readonly [name: string, value: string])[];

/** A callback as it arrived, before its signature is verified. */
export interface CallbackRequest {
  /** The URL with its query, once for each public address of the server. */
  urls: string[];
  headers: IncomingHttpHeaders;
  /** The bytes of the body, and their type by the headers. */
  body: Buffer;
  type: "form" | "json" | "other";
  /** The names and values of a form; empty for another body. */
  form: FormPairs;
}

/** The fields of a verified callback. */
export interface CallbackFields {
  /** The fields of a form or a JSON object. Numbers and booleans of JSON are text. */
  fields: Record<string, unknown>;
  /** The parameters of the URL that the contract declares. */
  query: { textId?: string; otpId?: string; team?: string; testMode?: string };
}

/** A text to a business number. It has the form in which it is stored, so an absent property is short for null or empty. */
export interface Inbound {
  from: string | null;
  to: string | null;
  text: string;
  media?: MessageMedia[];
  /** The consent that the carrier has read in the text. */
  optOut?: "opted_out" | "opted_in";
  /** Set if the text changes no consent, whatever it says. */
  keepsConsent?: true;
  /** When the carrier got the text, if its callback did not arrive and it was recorded later. */
  sentAt?: Timestamp;
}

/** A delivery status, or `other` for a word that means none: it changes nothing. */
export type ReportedStatus = DeliveryStatus | "other";

/** The status of a text that was sent, in the form in which it is stored. */
export interface Status {
  /** The business number. */
  from: string | null;
  to: string | null;
  /** Null if the callback names none, so that it is unreadable. */
  status: ReportedStatus | null;
  errorCode?: string;
  /** Set if the text was not delivered because its recipient has opted out of the number. */
  optedOut?: true;
}

/** A callback in our own words. */
export interface Reading<Content extends Inbound | Status> {
  content: Content;
  /** The carrier's id of the text; null if the callback names none. */
  providerId: string | null;
  /** The ids of the message or passcode and of its team, if they are signed. Any text is accepted. */
  recordId?: string | undefined;
  teamId?: string | undefined;
  /** Whether the callback says that it belongs to test mode. Only the simulated carrier may say so. */
  testMode?: boolean;
}

/** Reads the callbacks of a carrier. Nothing in them is an error: what cannot be read counts as absent. */
export interface CallbackReader {
  /** The fields that are phones. A number in JSON gets its plus sign there. */
  phoneFields: readonly string[];
  readInbound(callback: CallbackFields): Reading<Inbound>;
  readStatus(callback: CallbackFields): Reading<Status>;
}

/** How a carrier calls back: it signs, says something, and wants an answer. */
export interface CallbackDialect extends CallbackReader {
  /** The provider account that it belongs to; absent for the carrier of the environment. */
  accountId?: string;
  /** Whether headers may be those of a signed callback. Others are refused before the body is read. */
  mayBeSigned(headers: IncomingHttpHeaders): boolean;
  /** Returns what only a repetition has, too, such as the signature; undefined if the callback is not rightly signed. */
  verify(request: CallbackRequest): string | undefined;
  /** The answer to every callback that is recorded. */
  reply: { type: string; body: string };
}

/** A dialect that also accepts what another one has signed, and reports each callback that needed this. */
export const withPrevious = (
  current: CallbackDialect,
  previous: CallbackDialect,
  onNeeded: () => void,
): CallbackDialect => ({
  ...current,
  verify(request) {
    const verified = current.verify(request);
    if (verified !== undefined) return verified;
    const verifiedBefore = previous.verify(request);
    if (verifiedBefore !== undefined) onNeeded();
    return verifiedBefore;
  },
});

/** A callback in our own words, beside the fields that were received. Its values fit their columns. */
export type ReadCallback = (
  | { kind: "inbound"; content: Inbound }
  | { kind: Exclude<CallbackKind, "inbound">; content: Status }
) & {
  fields: Record<string, unknown>;
  /** The carrier's id of the text; null if the callback names none. */
  providerId: string | null;
  /** The ids of a message or passcode and its team. The record may not exist. */
  recordId: string | null;
  recordTeamId: string | null;
  testMode: boolean;
};

/** A callback with its signature, which is null if it did not come over HTTP, and the account that it belongs to. */
export type ProviderCallback = ReadCallback & {
  signature: string | null;
  /** Set if another text can have the same signature, which then tells repetitions for a minute only. */
  signatureRecurs?: true;
  /** Null for the carrier of the environment. */
  providerAccountId: string | null;
};

/** A part of a long text that arrives in several. Parts of a text have one sender, recipient, reference and count. */
export interface TextPart {
  reference: number;
  /** From 1 to `count`. */
  number: number;
  count: number;
}

/** What a carrier reports over a connection of its own. */
export interface Received {
  callback: ReadCallback;
  /** What a repetition has, too, and another text only if it says the same; of any length. */
  signature: string;
  /** Set if the text is a part of another. It may then end or begin with half of a surrogate pair. */
  part?: TextPart;
}

/** The length of the column for signatures. */
const signatureLength = 28;

/** The signature of a callback as it is stored, from one of any length. */
export const storedSignature = (kind: string, accountId: string, signature: string): string =>
  hash("sha256", `${kind}\n${accountId}\n${signature}`, "base64").slice(0, signatureLength);

/** The text with U+FFFD for lone surrogates and NUL. Most texts have neither, and checking is cheaper than replacing. */
export const storableText = (text: string): string =>
  text.isWellFormed() && !text.includes("\0") ? text : text.toWellFormed().replaceAll("\0", replacement);

const replacement = "\ufffd";

/** A value of a callback that is a text and not empty, or null. */
export const textOrNull = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** The maximum number of files that are read of a text. */
export const maxMedia = 10;
