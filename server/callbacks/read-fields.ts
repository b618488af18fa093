/**
 * Reads the fields of a callback. Form fields are text. In JSON, numbers and booleans have been converted to text; any
 * other value counts as absent.
 */
import { hash } from "node:crypto";
import type { MessageMedia } from "../db/schema/entities/message.ts";
import { readConsent, type Said } from "../opt-outs/keywords.ts";

/** The fields of a callback. */
interface Fields {
  fields: Record<string, unknown>;
}

/** Reads the first of the named fields that is not empty, or null. */
export function readField({ fields }: Fields, ...names: string[]): string | null {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return null;
}

/** The length of the columns for the provider's ids and for senders. */
const maxCharacters = 64;

/** Reads the provider's id of the text, or null. An id that is too long is replaced by its hash. */
export function readProviderId(callback: Fields): string | null {
  const id = readField(callback, "MessageSid", "SmsSid");
  return id === null || id.length <= maxCharacters ? id : hash("sha256", id);
}

/** Reads the sender of an inbound text: a phone, a short code or a name. A sender that cannot be stored gives null. */
export function readSender(callback: Fields): string | null {
  const from = readField(callback, "From");
  return from !== null && [...from].length <= maxCharacters ? from : null;
}

/** Reads the consent that an inbound text changes, if it is a keyword. */
export const readSaid = (callback: Fields): Said | undefined =>
  readConsent(readField(callback, "Body") ?? "", readField(callback, "OptOutType"));

/** The maximum number of files of a text. The provider sends at most ten. */
const maxMedia = 10;

/** Reads the addresses and types of the files of an inbound text. `NumMedia` is their number. */
export function readMedia(callback: Fields): MessageMedia[] {
  const count = Number(readField(callback, "NumMedia") ?? 0);
  const length = Number.isInteger(count) ? Math.max(0, Math.min(count, maxMedia)) : 0;
  return Array.from({ length }, (_, at) => ({
    url: readField(callback, `MediaUrl${at}`),
    contentType: readField(callback, `MediaContentType${at}`),
  })).filter((media): media is MessageMedia => media.url !== null);
}
