import type { MessageRecord, SentText } from "../../../generated/api.ts";
import { type ErrorCode, errors } from "../../../generated/errors.ts";
import type { PendingStatus } from "../../db/schema/entities/pending-message.ts";
import { presentMedia } from "../../threads/present.ts";
import type { WaitingText } from "./find-pending.ts";
import type { CancelCode } from "./pending-text.ts";

export function presentPending(text: WaitingText): MessageRecord {
  return {
    id: text.id,
    threadId: text.threadId,
    direction: "outbound",
    from: text.from,
    to: text.phoneNumber,
    body: text.body,
    status: text.status,
    errorCode: text.errorCode,
    errorMeaning: text.errorCode === null ? null : meaningOf(text.errorCode as CancelCode),
    segments: text.segments,
    encoding: text.encoding,
    media: text.media.map(presentMedia),
    sendAt: text.sendAt,
    waitsFor: text.status === "scheduled" && text.isQuiet ? "quiet_hours" : waitsFor[text.status],
    campaign: text.campaign,
    discarded: text.discards === true && text.status === "canceled",
    testMode: text.testMode,
    createdAt: text.createdAt,
  };
}

/** The answer to a text that waits for an approval. Its number and its thread are decided. */
export const presentHeldText = (text: WaitingText): SentText => ({
  success: true,
  textId: text.id,
  threadId: text.threadId!,
  status: text.status,
  from: text.from!,
  to: text.phoneNumber,
  segments: text.segments,
  encoding: text.encoding,
  testMode: text.testMode,
  createdAt: text.createdAt,
});

const waitsFor = { scheduled: "send_at", held: "approval", canceled: null } as const satisfies Record<
  PendingStatus,
  MessageRecord["waitsFor"]
>;

/** The meanings of the codes that no answer has. */
const ownMeanings: Record<Exclude<CancelCode, ErrorCode>, string> = {
  key_revoked: "The API key that asked for it was revoked, has expired, or was restricted to the other mode.",
  expired: "It could not be handed over before its expiresAt.",
  approval_rejected: "It waited for an approval, and was rejected.",
  approval_expired: "It waited for an approval, and nobody decided within 24 hours.",
};

const meaningOf = (code: CancelCode): string =>
  code in errors ? errors[code as ErrorCode][0].message : ownMeanings[code as keyof typeof ownMeanings];
