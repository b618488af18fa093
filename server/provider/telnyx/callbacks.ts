import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { deliveryStatuses, type MessageMedia } from "../../db/schema/entities/message.ts";
import {
  type CallbackDialect,
  type CallbackFields,
  type Inbound,
  maxMedia,
  type ReportedStatus,
  textOrNull,
} from "../callbacks.ts";
import { telnyxCode } from "./failures.ts";

/** How long a signature is accepted. */
const toleranceSeconds = 300;

/** What stands before the 32 bytes of an Ed25519 key in its DER form. */
const keyHeader = Buffer.from("302a300506032b6570032100", "hex");

const keyBytes = 32;

/** The delivery statuses by Telnyx's words. */
const statusByWord: ReadonlyMap<string, ReportedStatus> = new Map([
  ...deliveryStatuses.map((status) => [status, status] as const),
  ["sending_failed", "failed"],
  ["delivery_failed", "undelivered"],
  ["delivery_unconfirmed", "sent"],
]);

/** What a public key must be; undefined for a right one. */
export function publicKeyFault(value: string): string | undefined {
  const bytes = Buffer.from(value, "base64");
  const isRight = bytes.length === keyBytes && bytes.toString("base64") === value;
  return isRight ? undefined : `must be the base64 of ${keyBytes} bytes`;
}

const keyOf = (publicKey: string): KeyObject =>
  createPublicKey({ key: Buffer.concat([keyHeader, Buffer.from(publicKey, "base64")]), format: "der", type: "spki" });

/**
 * The dialect of Telnyx's webhooks. Their Ed25519 signature covers the time and the body, and not the address, so nothing is
 * read there.
 *
 * @see https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks
 */
export function createTelnyxDialect(publicKey: string): CallbackDialect {
  const key = keyOf(publicKey);
  return {
    phoneFields: [],
    mayBeSigned: (headers) =>
      /^[A-Za-z0-9+/]{86}==$/.test(String(headers["telnyx-signature-ed25519"])) &&
      /^\d{1,12}$/.test(String(headers["telnyx-timestamp"])),
    verify({ headers, body }) {
      const [signature, time] = [String(headers["telnyx-signature-ed25519"]), String(headers["telnyx-timestamp"])];
      if (Math.abs(Date.now() / 1_000 - Number(time)) > toleranceSeconds) return undefined;
      const signed = Buffer.concat([Buffer.from(`${time}|`), body]);
      return verify(null, signed, key, Buffer.from(signature, "base64")) ? `${time}|${signature}` : undefined;
    },
    readInbound({ fields }) {
      const payload = payloadIn(fields);
      return { providerId: textOrNull(payload.id), content: readText(payload) };
    },
    readStatus({ fields }) {
      const payload = payloadIn(fields);
      const word = textOrNull(firstOf(payload.to).status);
      const errorCode = telnyxCode(firstOf(payload.errors).code);
      return {
        providerId: textOrNull(payload.id),
        content: {
          ...addressesIn(payload),
          status: word === null ? null : (statusByWord.get(word) ?? "other"),
          ...(errorCode !== undefined && { errorCode }),
        },
      };
    },
    reply: { type: "application/json; charset=utf-8", body: "{}" },
  };
}

type Json = Record<string, unknown>;

/** Reads an inbound text of a webhook, or one that Telnyx was asked for: both are the same object. */
export function readText(message: Json): Inbound {
  const media = readMedia(message.media);
  return { ...addressesIn(message), text: textOrNull(message.text) ?? "", ...(media.length > 0 && { media }) };
}

const payloadIn = ({ data }: CallbackFields["fields"]): Json => Object(Object(data).payload);

const firstOf = (list: unknown): Json => Object(Array.isArray(list) ? list[0] : undefined);

const addressesIn = ({ from, to }: Json) => ({
  from: textOrNull(Object(from).phone_number),
  to: textOrNull(firstOf(to).phone_number),
});

const readMedia = (media: unknown): MessageMedia[] =>
  (Array.isArray(media) ? media : [])
    .flatMap((file) => {
      const { url, content_type: contentType } = Object(file);
      return typeof url === "string" ? [{ url, contentType: textOrNull(contentType) }] : [];
    })
    .slice(0, maxMedia);
