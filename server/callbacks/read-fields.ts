/**
 * What the fields of a callback say. Form fields are text; of JSON, numbers and booleans have become text. Any other
 * shape counts as absent.
 */
import { hash } from "node:crypto";
import type { MessageMedia } from "../db/entities/message.ts";
import { readConsent, type Said } from "../opt-outs/keywords.ts";

/** A callback as far as its fields are concerned. */
interface Fields {
  fields: Record<string, unknown>;
}

/** The first of the provider's fields that has something in it; null if none has. */
export function readField({ fields }: Fields, ...names: string[]): string | null {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return null;
}

/** The length of the columns for the provider's ids and for senders. */
const maxCharacters = 64;

/** The provider's id of the text that a callback is about, or a hash of a longer one; null without one. */
export function readProviderId(callback: Fields): string | null {
  const id = readField(callback, "MessageSid", "SmsSid");
  return id === null || id.length <= maxCharacters ? id : hash("sha256", id);
}

/** The sender of an inbound text, as it was sent: a phone, a short code or a name; null if it cannot be stored. */
export function readSender(callback: Fields): string | null {
  const from = readField(callback, "From");
  return from !== null && [...from].length <= maxCharacters ? from : null;
}

/** What an inbound text says of its sender's consent. */
export const readSaid = (callback: Fields): Said | undefined =>
  readConsent(readField(callback, "Body") ?? "", readField(callback, "OptOutType"));

/** How many files of a text are read. The provider sends ten at most. */
const maxMedia = 10;

/** The pictures and other files of an inbound text, at the provider's addresses; `NumMedia` says how many there are. */
export function readMedia(callback: Fields): MessageMedia[] {
  const count = Number(readField(callback, "NumMedia") ?? 0);
  const length = Number.isInteger(count) ? Math.max(0, Math.min(count, maxMedia)) : 0;
  return Array.from({ length }, (_, at) => ({
    url: readField(callback, `MediaUrl${at}`),
    contentType: readField(callback, `MediaContentType${at}`),
  })).filter((media): media is MessageMedia => media.url !== null);
}
