import type { Message, MessageMedia, MessageThread } from "../../generated/api.ts";
import { meaningOf } from "../provider/failures.ts";
import type { MessageRow } from "./list-messages.ts";
import type { ThreadRow } from "./list-threads.ts";

export function presentThread(thread: ThreadRow): MessageThread {
  return {
    id: thread.id,
    contactName: thread.contactName ?? thread.contactPhone,
    contactPhone: thread.contactPhone,
    senderName: thread.senderName,
    senderPhone: thread.senderPhone,
    lastDirection: thread.lastDirection,
    lastBody: thread.lastBody,
    lastMessageAt: thread.lastMessageAt,
    tags: thread.tags ?? [],
  };
}

export function presentMessage(message: MessageRow): Message {
  return {
    id: message.id,
    direction: message.direction,
    body: message.body,
    status: message.status,
    errorCode: message.errorCode ?? null,
    errorMeaning: message.errorCode ? meaningOf(message.errorCode).meaning : null,
    segments: message.segments ?? null,
    encoding: message.encoding ?? null,
    media: message.media.map(presentMedia),
    discarded: message.discards === true,
    testMode: message.testMode,
    createdAt: message.createdAt,
  };
}

/** Presents a file of a message. Messages of earlier versions have the address and the type only. */
export const presentMedia = ({ url, contentType, id, state, bytes }: MessageRow["media"][number]): MessageMedia => ({
  url,
  contentType,
  id: id ?? null,
  state: state ?? null,
  bytes: bytes ?? null,
});
