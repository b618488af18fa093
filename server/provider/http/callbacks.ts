import { hash } from "node:crypto";
import { deliveryStatuses, type MessageMedia } from "../../db/schema/entities/message.ts";
import { isSignedWith } from "../../secrets/standard-webhooks.ts";
import { type CallbackDialect, type CallbackFields, maxMedia, type ReportedStatus, textOrNull } from "../callbacks.ts";

type Fields = CallbackFields["fields"];

/**
 * The dialect of the operator's own program: JSON with our own words, signed by Standard Webhooks, whose signature is at most
 * five minutes old. It does not cover the address, so nothing is read there.
 */
export const createHttpDialect = (secret: string): CallbackDialect => ({
  phoneFields: ["from", "to"],
  mayBeSigned: (headers) =>
    Boolean(headers["webhook-signature"] && headers["webhook-id"] && headers["webhook-timestamp"]),
  verify({ headers, body }) {
    if (!isSignedWith(secret, body.toString(), headers as Record<string, string>)) return undefined;
    // A repetition has the same id and body, but another time.
    return `${headers["webhook-id"]}\n${hash("sha256", body)}`;
  },
  readInbound({ fields }) {
    const media = readMedia(fields);
    const optOut = optOutOf(fields.optOut);
    return {
      providerId: textOrNull(fields.id),
      content: {
        from: textOrNull(fields.from),
        to: textOrNull(fields.to),
        text: textOrNull(fields.text) ?? "",
        ...(media.length > 0 && { media }),
        ...(optOut && { optOut }),
      },
    };
  },
  readStatus({ fields }) {
    const word = textOrNull(fields.status);
    const errorCode = textOrNull(fields.errorCode);
    return {
      providerId: textOrNull(fields.id),
      recordId: textOrNull(fields.textId) ?? undefined,
      content: {
        from: textOrNull(fields.from),
        to: textOrNull(fields.to),
        status: word === null ? null : statusOf(word),
        ...(errorCode !== null && { errorCode }),
        // A boolean of JSON arrives as text.
        ...(fields.optedOut === "true" && { optedOut: true }),
      },
    };
  },
  reply: { type: "application/json; charset=utf-8", body: '{"success":true}' },
});

const statusOf = (word: string): ReportedStatus => deliveryStatuses.find((status) => status === word) ?? "other";

const optOutOf = (value: unknown) => (value === "opted_out" || value === "opted_in" ? value : undefined);

const readMedia = ({ mediaUrls }: Fields): MessageMedia[] =>
  (Array.isArray(mediaUrls) ? mediaUrls : [])
    .filter((url) => typeof url === "string")
    .slice(0, maxMedia)
    .map((url) => ({ url, contentType: null }));
