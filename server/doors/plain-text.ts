import type { MessageToSend } from "../texts/plan-message.ts";

/** What a text of a door has unless its fields say otherwise. No text of 1,600 characters has so many segments. */
export const plainText = {
  threadId: undefined,
  mediaUrls: [],
  mediaIds: [],
  maxSegments: 100,
  sendAt: undefined,
  expiresAt: undefined,
  campaign: undefined,
  replyWebhookUrl: null,
  webhookData: null,
  ignoresQuietHours: true,
} satisfies Partial<MessageToSend>;
