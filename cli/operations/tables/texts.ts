import { reasonOf } from "../../failures.ts";
import type { CommandsOf } from "../operation-command.ts";

const textFlags = { phone_number: "to", threadId: "thread", sender: "from", replyWebhookUrl: "reply-webhook" };
const messageFlags = {
  ...textFlags,
  mediaUrls: "media-url",
  mediaIds: "media-id",
  sendAt: "at",
  expiresAt: "expires",
};

/** The column ERROR of messages: the provider's code and what it means. */
const errorOf = ({ errorCode, errorMeaning }: Record<string, unknown>) =>
  typeof errorCode === "string" ? reasonOf(errorCode, errorMeaning as string | null) : null;

/** The commands about texts, passcodes, conversations and files. */
export const texts: CommandsOf<"messaging" | "messages" | "approvals" | "otp" | "threads" | "media"> = {
  sendText: {
    name: "send",
    positionals: [{ field: "phone_number", unless: "threadId" }, "message"],
    flags: textFlags,
    id: "textId",
    examples: [
      'messaging send +12025550123 "Your order has shipped."',
      'messaging send --thread $THREAD_ID "It is on its way."',
      "date | messaging send +12025550123 -",
    ],
  },

  listMessages: {
    name: "texts list",
    aliases: ["ls"],
    flags: { phone: "to" },
    senders: ["phone"],
    rows: "messages",
    columns: ["createdAt", "direction", "from", "to", "status", "error", "body"],
    computed: { error: errorOf },
    examples: [
      "messaging texts list --to +12025550123 --since yesterday",
      "messaging texts list --since 2h --status failed --all -o csv > failed.csv",
    ],
  },
  getMessage: {
    name: "texts get",
    positionals: ["id"],
    examples: ["messaging texts get $TEXT_ID --jq .status"],
  },
  sendMessage: {
    name: "texts send",
    positionals: [{ field: "phone_number", unless: "threadId" }, "message"],
    flags: messageFlags,
    record: "message",
    examples: [
      'messaging texts send +12025550123 "Your appointment is tomorrow." --at 2026-11-21T18:00:00+01:00',
      "messaging texts send +12025550123 --media-url https://example.com/picture.jpg",
    ],
  },
  checkMessage: {
    name: "texts check",
    positionals: [{ field: "phone_number", unless: "threadId" }, "message"],
    flags: messageFlags,
    examples: ['messaging texts check +12025550123 "It’s on its way." --jq .segments'],
  },
  cancelMessage: {
    name: "texts cancel",
    positionals: ["id"],
    record: "message",
    examples: ["messaging texts cancel $TEXT_ID"],
  },
  cancelCampaign: {
    name: "texts cancel-campaign",
    positionals: ["campaign"],
    id: "campaign",
    examples: ['messaging texts cancel-campaign "spring sale"'],
  },
  redactMessage: {
    name: "texts redact",
    positionals: ["id"],
    record: "message",
    examples: ["messaging texts redact $TEXT_ID"],
  },
  deleteMessage: {
    name: "texts delete",
    aliases: ["rm"],
    positionals: ["id"],
    id: "messageId",
    examples: ["messaging texts delete $TEXT_ID"],
  },
  listPendingMessages: {
    name: "texts waiting",
    rows: "messages",
    columns: ["id", "sendAt", "to", "status", "error", "body"],
    computed: { error: errorOf },
    examples: ["messaging texts waiting --all", "messaging texts waiting --status canceled"],
  },

  listApprovals: {
    name: "approvals list",
    aliases: ["ls"],
    rows: "approvals",
    columns: ["id", "createdAt", "keyName", "to", "contactName", "status", "error", "body"],
    computed: { error: errorOf },
    examples: ["messaging approvals list --all", "messaging approvals list --status rejected"],
  },
  getApproval: {
    name: "approvals show",
    positionals: ["id"],
    examples: ["messaging approvals show $TEXT_ID --jq .status"],
  },
  approveText: {
    name: "approvals approve",
    positionals: ["id"],
    record: "message",
    examples: ["messaging approvals approve $TEXT_ID"],
  },
  rejectText: {
    name: "approvals reject",
    positionals: ["id"],
    record: "approval",
    examples: ['messaging approvals reject $TEXT_ID --note "Not to customers."'],
  },

  generateOtp: {
    name: "otp generate",
    positionals: ["phone", "recipient_id"],
    flags: { recipient_id: "recipient" },
    id: "otpId",
    examples: [
      "messaging otp generate +12025550123 user-42",
      "messaging otp generate +12025550123 user-42 --message '$OTP is your Acme code.' --length 8",
    ],
  },
  verifyOtp: {
    name: "otp verify",
    positionals: ["recipient_id", "otp"],
    flags: { recipient_id: "recipient" },
    id: "otpId",
    examples: ["messaging otp verify user-42 493817"],
  },

  listThreads: {
    name: "threads list",
    aliases: ["ls"],
    flags: { phones: "phone" },
    senders: ["phones"],
    rows: "threads",
    columns: ["id", "contactName", "lastDirection", "lastBody", "lastMessageAt"],
    examples: ["messaging threads list --all -o csv > threads.csv", "messaging threads list --phone +12025550123"],
  },
  getThread: { name: "threads get", positionals: ["id"] },
  listThreadMessages: {
    name: "threads messages",
    positionals: ["id"],
    rows: "messages",
    columns: ["createdAt", "direction", "status", "error", "body"],
    computed: { error: errorOf },
    examples: ["messaging threads messages $THREAD_ID --all --jq '.messages[].body'"],
  },
  listThreadReplies: {
    name: "threads replies",
    positionals: ["id"],
    rows: "replies",
    columns: ["createdAt", "body"],
    examples: ["messaging threads replies $THREAD_ID --since 10m"],
  },

  createMediaLink: {
    name: "media link",
    positionals: ["id"],
    id: "url",
    examples: ["messaging media link $MEDIA_ID --seconds 600"],
  },
};
