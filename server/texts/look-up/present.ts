import type { MessageRecord } from "../../../generated/api.ts";
import { meaningOf } from "../../provider/failures.ts";
import { presentMedia } from "../../threads/present.ts";
import { measureText } from "../segments.ts";
import type { RecordRow } from "./records.ts";

export function presentRecord(message: RecordRow): MessageRecord {
  const { segments, encoding, direction, contactPhone, businessPhone } = message;
  const isInbound = direction === "inbound";
  return {
    id: message.id,
    threadId: message.threadId,
    direction,
    from: isInbound ? contactPhone : businessPhone,
    to: isInbound ? businessPhone : contactPhone,
    body: message.body,
    status: message.status,
    errorCode: message.errorCode ?? null,
    errorMeaning: message.errorCode ? meaningOf(message.errorCode).meaning : null,
    // An earlier version of the server stores neither.
    ...(segments && encoding ? { segments, encoding } : measureText(message.body)),
    media: message.media.map(presentMedia),
    sendAt: null,
    waitsFor: null,
    campaign: null,
    discarded: message.discards === true,
    testMode: message.testMode,
    createdAt: message.createdAt,
  };
}
