import type { IncomingHttpHeaders } from "node:http";
import { deliveryStatuses, type MessageMedia } from "../../db/schema/entities/message.ts";
import {
  type CallbackDialect,
  type CallbackFields,
  type CallbackReader,
  type Inbound,
  maxMedia,
  type ReportedStatus,
} from "../callbacks.ts";
import { isSignature, isSigned } from "./signature.ts";

/** The delivery statuses by Twilio's words. */
const statusByWord: ReadonlyMap<string, ReportedStatus> = new Map([
  ...deliveryStatuses.map((status) => [status, status] as const),
  ["accepted", "queued"],
  ["scheduled", "queued"],
  ["canceled", "failed"],
]);

/** The status of one of Twilio's words. */
export const statusOf = (word: string): ReportedStatus => statusByWord.get(word.toLowerCase()) ?? "other";

/**
 * The consents by `OptOutType`, which Twilio also sets for further keywords that its account has configured.
 *
 * @see https://www.twilio.com/docs/messaging/tutorials/advanced-opt-out
 */
const consentByType: ReadonlyMap<string, Inbound["optOut"]> = new Map([
  ["STOP", "opted_out"],
  ["START", "opted_in"],
]);

/** Reads the callbacks of the requirement's three paths, which have Twilio's names. */
export const twilioReader: CallbackReader = {
  phoneFields: ["From", "To"],
  readInbound({ fields, query }) {
    const media = readMedia(fields);
    const optOut = consentByType.get(readField(fields, "OptOutType")?.trim().toUpperCase() ?? "");
    return {
      content: {
        ...readAddresses(fields),
        text: readField(fields, "Body") ?? "",
        ...(media.length > 0 && { media }),
        ...(optOut && { optOut }),
      },
      ...readOrigin(fields, query),
    };
  },
  readStatus({ fields, query }) {
    const word = readField(fields, "MessageStatus", "SmsStatus");
    const errorCode = readField(fields, "ErrorCode");
    return {
      content: {
        ...readAddresses(fields),
        status: word === null ? null : statusOf(word),
        ...(errorCode !== null && { errorCode }),
      },
      ...readOrigin(fields, query),
    };
  },
};

/** The dialect of the requirement's three paths. A callback may be signed with any of the auth tokens. */
export const createTwilioDialect = (authTokens: readonly string[]): CallbackDialect => ({
  ...twilioReader,
  mayBeSigned: (headers) => isSignature(signatureIn(headers)),
  verify({ urls, headers, body, type, form }) {
    const signature = signatureIn(headers);
    // The signature of a body that is neither a form nor JSON covers only the URL.
    const content = type === "json" ? { json: body } : { form };
    return authTokens.some((token) => isSigned(token, { urls, signature, content })) ? signature : undefined;
  },
  // An empty document tells Twilio to do nothing, for example to send no reply.
  reply: { type: "text/xml; charset=utf-8", body: "<Response/>" },
});

const signatureIn = (headers: IncomingHttpHeaders): string =>
  String(headers["x-provider-signature"] || headers["x-twilio-signature"] || "");

type Fields = CallbackFields["fields"];

const readAddresses = (fields: Fields) => ({ from: readField(fields, "From"), to: readField(fields, "To") });

/** Reads what the URL says, which is signed with the fields. */
const readOrigin = (fields: Fields, { textId, otpId, team, testMode }: CallbackFields["query"]) => ({
  providerId: readField(fields, "MessageSid", "SmsSid"),
  recordId: textId ?? otpId,
  teamId: team,
  testMode: testMode === "true",
});

/** Reads the first of the named fields that is a text and not empty, or null. */
function readField(fields: Fields, ...names: string[]): string | null {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return null;
}

/** Reads the addresses and types of the files of a text. `NumMedia` is their number. */
function readMedia(fields: Fields): MessageMedia[] {
  const count = Number(readField(fields, "NumMedia") ?? 0);
  const media: MessageMedia[] = [];
  if (!Number.isInteger(count)) return media;
  for (let at = 0; at < Math.min(count, maxMedia); at += 1) {
    const url = readField(fields, `MediaUrl${at}`);
    if (url !== null) media.push({ url, contentType: readField(fields, `MediaContentType${at}`) });
  }
  return media;
}
