import { hash } from "node:crypto";
import type { CallbackKind } from "../db/schema/entities/callback.ts";
import { isId } from "../db/schema/ids.ts";
import { readConsent, type Said } from "../opt-outs/keywords.ts";
import type { CallbackFields, CallbackReader, Inbound, ReadCallback } from "../provider/callbacks.ts";

/** Reads a callback by the carrier's reader. */
export function readCallback(reader: CallbackReader, kind: CallbackKind, callback: CallbackFields): ReadCallback {
  const isInbound = kind === "inbound";
  const { content, ...origin } = isInbound ? reader.readInbound(callback) : reader.readStatus(callback);
  return {
    ...({ kind, content } as { kind: "inbound"; content: Inbound }),
    fields: callback.fields,
    providerId: fitId(origin.providerId),
    recordId: idOrNull(origin.recordId),
    recordTeamId: idOrNull(origin.teamId),
    testMode: origin.testMode ?? false,
  };
}

/** The length of the columns for the carrier's ids and for senders. */
const maxCharacters = 64;

/** The carrier's id, or the hash of an id that is too long. */
const fitId = (id: string | null) => (id === null || id.length <= maxCharacters ? id : hash("sha256", id));

const idOrNull = (text: string | undefined) => (text !== undefined && isId(text) ? text : null);

/** The sender of an inbound text: a phone, a short code or a name. A sender that cannot be stored gives null. */
export const senderOf = ({ from }: Inbound): string | null =>
  from !== null && [...from].length <= maxCharacters ? from : null;

/** The consent that an inbound text changes, if it is a keyword. */
export const saidIn = ({ text, optOut, keepsConsent }: Inbound): Said | undefined =>
  keepsConsent ? undefined : readConsent(text, optOut);
