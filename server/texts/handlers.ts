import type { SendMessage } from "../../generated/api.ts";
import { parseTimestamp } from "../db/timestamp.ts";
import type { AreaHandlers } from "../operations/handlers.ts";
import type { E164 } from "../phone.ts";
import { approveText } from "./approvals/approve-text.ts";
import { getApproval, listApprovals } from "./approvals/find-approvals.ts";
import { presentApproval } from "./approvals/present.ts";
import { rejectText } from "./approvals/reject-text.ts";
import { checkMessage } from "./check/check-message.ts";
import { presentRecord } from "./look-up/present.ts";
import { searchMessages } from "./look-up/search.ts";
import { cancelCampaign } from "./pending/campaigns.ts";
import { cancelText } from "./pending/cancel-text.ts";
import { isPendingStatus, listPending, searchPending } from "./pending/find-pending.ts";
import { getText } from "./pending/get-text.ts";
import { presentPending } from "./pending/present.ts";
import type { MessageToSend } from "./plan-message.ts";
import { sendMessage } from "./send-message.ts";
import { sendText } from "./send-text.ts";

/** Translates contract ↔ domain for the messaging area. Contains no rules. */
export const messaging: AreaHandlers<"messaging"> = {
  sendText({ body }, scope) {
    return sendText(scope, {
      phone: body.phone_number as E164 | undefined,
      threadId: body.threadId,
      sender: body.sender,
      body: body.message,
      replyWebhookUrl: body.replyWebhookUrl ?? null,
      webhookData: body.webhookData ?? null,
      discards: body.retention === "discard",
    });
  },
};

/** The operations of the messages area that `texts/redact/` handles. */
export type RedactingOperation = "redactMessage" | "deleteMessage";

/** Translates contract ↔ domain for the rest of the messages area. Contains no rules. */
export const messages: Omit<AreaHandlers<"messages">, RedactingOperation> = {
  async listMessages({ query: { phone, direction, status, since, until, campaign, ...page } }, scope) {
    const filter = { phone, direction, since: timeOf(since), until: timeOf(until), campaign };
    if (isPendingStatus(status)) {
      const { rows, hasMore, nextCursor, end } = await searchPending(scope, { ...filter, status }, page);
      return { messages: rows.map(presentPending), hasMore, nextCursor, searchedBack: end?.createdAt ?? null };
    }
    const { rows, hasMore, nextCursor, end } = await searchMessages(scope, { ...filter, status }, page);
    return { messages: rows.map(presentRecord), hasMore, nextCursor, searchedBack: end?.createdAt ?? null };
  },

  getMessage({ path }, scope) {
    return getText(scope, path.id);
  },

  sendMessage({ body }, scope) {
    return sendMessage(scope, messageOf(body));
  },

  checkMessage({ body }, scope) {
    return checkMessage(scope, messageOf(body));
  },

  async cancelMessage({ path }, scope) {
    return { success: true, message: presentPending(await cancelText(scope, path.id)) };
  },

  async cancelCampaign({ body: { campaign } }, scope) {
    return { success: true, campaign, ...(await cancelCampaign(scope, campaign)) };
  },

  async listPendingMessages({ query: { status, ...page } }, scope) {
    const { rows, hasMore, nextCursor } = await listPending(scope, { status }, page);
    return { messages: rows.map(presentPending), hasMore, nextCursor };
  },
};

/** Translates contract ↔ domain for the approvals area. Contains no rules. */
export const approvals: AreaHandlers<"approvals"> = {
  async listApprovals({ query: { status, ...page } }, scope) {
    const { rows, hasMore, nextCursor } = await listApprovals(scope, { status }, page);
    return { approvals: rows.map(presentApproval), hasMore, nextCursor };
  },

  async getApproval({ path }, scope) {
    return presentApproval(await getApproval(scope, path.id));
  },

  approveText({ path }, scope) {
    return approveText(scope, path.id);
  },

  async rejectText({ path, body }, scope) {
    return { success: true, approval: presentApproval(await rejectText(scope, path.id, body.note ?? null)) };
  },
};

const timeOf = (time: string | undefined) => (time === undefined ? undefined : parseTimestamp(time)!);

const messageOf = (body: SendMessage & { maxSegments: number }): MessageToSend => ({
  phone: body.phone_number as E164 | undefined,
  threadId: body.threadId,
  sender: body.sender,
  body: body.message ?? "",
  mediaUrls: body.mediaUrls ?? [],
  mediaIds: body.mediaIds ?? [],
  maxSegments: body.maxSegments,
  sendAt: timeOf(body.sendAt),
  expiresAt: timeOf(body.expiresAt),
  ignoresQuietHours: body.quietHours === "ignore",
  campaign: body.campaign,
  replyWebhookUrl: body.replyWebhookUrl ?? null,
  webhookData: body.webhookData ?? null,
  discards: body.retention === "discard",
});
