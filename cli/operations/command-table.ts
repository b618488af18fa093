import { type OutlinedId, outlines } from "../../generated/outlines.ts";
import type { ResponseOf } from "../client/client.ts";
import { reasonOf } from "../failures.ts";

/**
 * How the command line shows an operation of the contract. Everything else about the command comes from the contract.
 */
export interface OperationCommand {
  /** The words after `messaging`: a command, after its groups. */
  name: string;
  aliases?: readonly string[];
  /**
   * The fields that are positional arguments, in their order. A field with `unless` is not an argument if the other
   * field is given. Path parameters come first.
   */
  positionals?: readonly (string | { field: string; unless: string })[];
  /** Whether the last positional can be given several times. Its command then handles them. */
  isVariadic?: boolean;
  /** The fields that are a phone number or another sender. People may write such a phone as they like. */
  senders?: readonly string[];
  /** The flags whose names differ from their fields, without the dashes. */
  flags?: Readonly<Record<string, string>>;
  /** The property of the response that contains the rows of a list. */
  rows?: string;
  /** The property of the response that contains the record. */
  record?: string;
  /** The columns of a table of the rows. */
  columns?: readonly string[];
  /** Columns that only a table has, by their names: each makes its cell from a row. */
  computed?: Readonly<Record<string, (row: Record<string, unknown>) => unknown>>;
  /** The field that identifies a row; `id` by default. */
  id?: string;
  examples?: readonly string[];
}

/** Repeatable flags have names in the singular. */
const contactFlags = { phones: "phone", tags: "tag", notes: "note" };
const textFlags = { phone_number: "to", threadId: "thread", sender: "from", replyWebhookUrl: "reply-webhook" };
const messageFlags = {
  ...textFlags,
  mediaUrls: "media-url",
  mediaIds: "media-id",
  sendAt: "at",
  expiresAt: "expires",
};
const tagFlags = { addTags: "add-tag", removeTags: "remove-tag" };

/** The column ERROR of messages: the provider's code and what it means. */
const errorOf = ({ errorCode, errorMeaning }: Record<string, unknown>) =>
  typeof errorCode === "string" ? reasonOf(errorCode, errorMeaning as string | null) : null;

/** The names of the properties of an operation's response. */
type PropertyOf<Id extends OutlinedId> = keyof ResponseOf<Id> & string;

type CommandOf<Id extends OutlinedId> = OperationCommand & { rows?: PropertyOf<Id>; record?: PropertyOf<Id> };

/** One command for each operation that is called with an API key. */
export const commands: { [Id in OutlinedId]: CommandOf<Id> } = {
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

  listContacts: {
    name: "contacts list",
    aliases: ["ls"],
    rows: "contacts",
    columns: ["id", "name", "company", "primaryPhone", "tags"],
    examples: ["messaging contacts list --query lovelace", "messaging contacts list --tag vip --all -o id"],
  },
  getContact: { name: "contacts get", positionals: ["id"] },
  getContactByPhone: {
    name: "contacts find",
    aliases: ["by-phone"],
    positionals: ["phone"],
    record: "contact",
    examples: ["messaging contacts find +12025550123 --jq .contact.name"],
  },
  createContact: {
    name: "contacts create",
    aliases: ["add"],
    flags: contactFlags,
    record: "contact",
    examples: ['messaging contacts create --name "Ada Lovelace" --phone +12025550123 --tag vip --metadata plan=gold'],
  },
  updateContact: {
    name: "contacts update",
    positionals: ["id"],
    flags: { tags: "tag", notes: "note", ...tagFlags },
    record: "contact",
    examples: [
      "messaging contacts update $CONTACT_ID --role CTO --unset company",
      "messaging contacts update $CONTACT_ID --add-tag vip --remove-tag new",
    ],
  },
  deleteContact: {
    name: "contacts delete",
    aliases: ["rm"],
    positionals: ["id"],
    isVariadic: true,
    id: "contactId",
    examples: [
      "messaging contacts delete $CONTACT_ID",
      "messaging contacts list --tag old --all -o id | xargs messaging contacts delete",
    ],
  },
  upsertContact: {
    name: "contacts upsert",
    flags: { ...contactFlags, ...tagFlags },
    record: "contact",
    examples: ['messaging contacts upsert --external-id crm-7 --name "Ada Lovelace" --phone +12025550123'],
  },
  listDuplicateContacts: {
    name: "contacts duplicates",
    rows: "duplicateGroups",
    columns: ["reason", "contacts"],
    id: "reason",
  },
  mergeContacts: {
    name: "contacts merge",
    positionals: ["sourceContactId", "targetContactId"],
    flags: { sourceContactId: "source", targetContactId: "target", fields: "field" },
    record: "contact",
    examples: ["messaging contacts merge $SOURCE_ID $TARGET_ID --strategy prefer_target --field notes=append"],
  },
  previewMerge: {
    name: "contacts preview-merge",
    positionals: ["sourceContactId", "targetContactId"],
    flags: { sourceContactId: "source", targetContactId: "target", fields: "field" },
    id: "fingerprint",
    examples: ["messaging contacts preview-merge $SOURCE_ID $TARGET_ID --jq .fields.name"],
  },
  listMerges: {
    name: "contacts merges",
    rows: "merges",
    columns: ["id", "mergedAt", "sourceName", "targetName", "movedThreads", "undoneAt"],
    examples: ["messaging contacts merges --all"],
  },
  undoMerge: {
    name: "contacts unmerge",
    positionals: ["id"],
    id: "mergeId",
    examples: ["messaging contacts unmerge $MERGE_ID", "messaging contacts unmerge $MERGE_ID --keep-later"],
  },
  addContactPhone: {
    name: "contacts phones add",
    positionals: ["id", "phoneNumber"],
    flags: { phoneNumber: "number", isPrimary: "primary" },
    record: "phone",
    examples: ["messaging contacts phones add $CONTACT_ID +12025550124 --label work"],
  },
  updateContactPhone: {
    name: "contacts phones update",
    positionals: ["id", "phoneId"],
    flags: { isPrimary: "primary" },
    record: "phone",
  },
  deleteContactPhone: {
    name: "contacts phones delete",
    aliases: ["rm"],
    positionals: ["id", "phoneId"],
    record: "contact",
  },

  getConsent: {
    name: "consents get",
    positionals: ["phone"],
    senders: ["phone"],
    id: "phone",
    examples: ["messaging consents get +12025550123 --jq .decidedBy.keyword"],
  },
  listConsents: {
    name: "consents list",
    aliases: ["ls"],
    senders: ["phone"],
    rows: "consents",
    columns: ["createdAt", "phone", "consent", "source", "keyword", "reason", "effective"],
    examples: [
      "messaging consents list --phone +12025550123",
      "messaging consents list --source import --since today --all -o csv > imported.csv",
    ],
  },
  listOptOuts: {
    name: "consents opt-outs",
    rows: "optOuts",
    columns: ["since", "phone", "source", "keyword"],
    id: "phone",
    examples: ["messaging consents opt-outs --all -o id > opted-out.txt"],
  },
  recordConsent: {
    name: "consents record",
    positionals: ["phone", "consent"],
    senders: ["phone"],
    record: "consent",
    examples: [
      'messaging consents record +12025550123 opted_out --reason verbal --evidence note="Asked on the telephone"',
      "messaging consents record +12025550123 opted_in --reason web_form --evidence url=https://example.com/join",
    ],
  },
  listSuspectedRevocations: {
    name: "consents pending",
    rows: "suspectedRevocations",
    columns: ["id", "phone", "kind", "rule", "dueAt", "status"],
    examples: ["messaging consents pending", "messaging consents pending --status superseded --all"],
  },
  decideSuspectedRevocation: {
    name: "consents decide",
    positionals: ["id", "decision"],
    record: "suspectedRevocation",
    examples: ['messaging consents decide $CASE_ID opted_out --note "Asked for no more texts"'],
  },
  importConsents: {
    name: "consents import",
    flags: { consents: "item" },
    id: "applied",
    examples: [
      'messaging consents import opt-outs.csv --vendor "Acme Texting" --consent opted_out --country US --dry-run',
      'messaging consents import subscribers.csv --vendor "Acme Texting" --map consent=State --map occurredAt=Since',
    ],
  },

  createErasure: {
    name: "privacy erase",
    positionals: [{ field: "phone", unless: "contactId" }],
    flags: { contactId: "contact" },
    record: "erasure",
    examples: ["messaging privacy erase +12025550123", "messaging privacy erase --contact $CONTACT_ID --yes"],
  },
  listErasures: {
    name: "privacy erasures",
    rows: "erasures",
    columns: ["id", "status", "requestedAt", "completedAt", "removed"],
    examples: ["messaging privacy erasures --all"],
  },
  getErasure: {
    name: "privacy show",
    positionals: ["id"],
    examples: ["messaging privacy show $ERASURE_ID --jq .status"],
  },
  exportPhoneData: {
    name: "privacy export",
    positionals: ["phone"],
    rows: "items",
    columns: ["kind", "id", "createdAt", "data"],
    examples: [
      "messaging privacy export +12025550123 > data.jsonl",
      "messaging privacy export +12025550123 --html > data.html",
    ],
  },

  getUsage: {
    name: "usage",
    rows: "days",
    columns: ["day", "testMode", "received", "sent", "delivered", "failed", "segments", "passcodes"],
    id: "day",
    examples: ["messaging usage --days 7", "messaging usage -o csv > usage.csv"],
  },

  listAuditEvents: {
    name: "audit",
    rows: "auditEvents",
    columns: ["at", "apiKeyId", "operation", "target", "outcome", "address"],
    examples: ["messaging audit --limit 20", "messaging audit --all -o csv > audit.csv"],
  },
  getKey: { name: "whoami", examples: ["messaging whoami --jq .scopes"] },

  listBusinessNumbers: {
    name: "numbers list",
    aliases: ["ls"],
    flags: { is_primary: "primary" },
    rows: "businessNumbers",
    columns: ["id", "name", "phoneNumber", "type", "status", "isPrimary", "perSecond"],
  },
  createBusinessNumber: {
    name: "numbers create",
    aliases: ["add"],
    flags: {
      phoneNumber: "phone",
      phoneNumberSid: "sid",
      isPrimary: "primary",
      autoReplies: "auto-reply",
      settings: "setting",
      capabilities: "capability",
    },
    record: "businessNumber",
    examples: ["messaging numbers create --name Support --phone +12025550101 --sid PN1 --capability sms=true"],
  },
  getBusinessNumber: { name: "numbers get", positionals: ["id"] },
  updateBusinessNumber: {
    name: "numbers update",
    positionals: ["id"],
    flags: { autoReplies: "auto-reply", settings: "setting", capabilities: "capability" },
    record: "businessNumber",
    examples: [
      "messaging numbers update $NUMBER_ID --status paused --unset friendly-name",
      "messaging numbers update $NUMBER_ID --capability sms=true --capability mms=true",
      'messaging numbers update $NUMBER_ID --auto-reply help="Acme: call +12025550100" --auto-reply optOut="You get no more texts."',
    ],
  },
  makePrimaryBusinessNumber: { name: "numbers make-primary", positionals: ["id"], record: "businessNumber" },
  archiveBusinessNumber: {
    name: "numbers archive",
    aliases: ["rm"],
    positionals: ["id"],
    record: "businessNumber",
  },

  listEvents: {
    name: "events list",
    aliases: ["ls"],
    flags: { business_number_id: "number-id" },
    rows: "events",
    columns: ["timestamp", "type", "testMode", "data"],
    examples: [
      "messaging events list --types message.status,message.received --since 1h",
      "messaging events list --all -o jsonl > events.jsonl",
    ],
  },

  listWebhookEndpoints: {
    name: "webhooks endpoints list",
    aliases: ["ls"],
    rows: "webhookEndpoints",
    columns: ["id", "url", "types", "enabled", "failingSince"],
  },
  createWebhookEndpoint: {
    name: "webhooks endpoints create",
    aliases: ["add"],
    positionals: ["url"],
    flags: { url: "address", types: "type", businessNumberId: "number-id" },
    record: "webhookEndpoint",
    examples: [
      "messaging webhooks endpoints create https://example.com/hook",
      "messaging webhooks endpoints create https://example.com/hook --type message.status --mode live",
    ],
  },
  getWebhookEndpoint: { name: "webhooks endpoints get", positionals: ["id"] },
  updateWebhookEndpoint: {
    name: "webhooks endpoints update",
    positionals: ["id"],
    flags: { url: "address", types: "type", businessNumberId: "number-id" },
    record: "webhookEndpoint",
    examples: ["messaging webhooks endpoints update $ENDPOINT_ID --enabled true"],
  },
  deleteWebhookEndpoint: {
    name: "webhooks endpoints delete",
    aliases: ["rm"],
    positionals: ["id"],
    record: "webhookEndpoint",
  },
  getWebhookEndpointSecret: {
    name: "webhooks endpoints secret",
    positionals: ["id"],
    id: "secret",
    examples: ["messaging webhooks endpoints secret $ENDPOINT_ID --jq .secret"],
  },
  rotateWebhookEndpointSecret: {
    name: "webhooks endpoints rotate-secret",
    positionals: ["id"],
    record: "webhookEndpoint",
  },
  testWebhookEndpoint: { name: "webhooks endpoints test", positionals: ["id"], id: "deliveryId" },
  replayWebhookEndpoint: {
    name: "webhooks endpoints replay",
    positionals: ["id"],
    record: "webhookEndpoint",
    examples: ["messaging webhooks endpoints replay $ENDPOINT_ID --since 1h"],
  },
  listWebhookEndpointDeliveries: {
    name: "webhooks endpoints deliveries",
    positionals: ["id"],
    rows: "deliveries",
    columns: ["createdAt", "type", "status", "attemptCount", "lastAttempt"],
  },

  listSimulatedTexts: {
    name: "phone texts",
    rows: "texts",
    columns: ["createdAt", "to", "kind", "status", "code", "text"],
    examples: [
      "messaging phone texts --to +12025550123",
      "messaging phone texts --to +12025550123 --wait 10 --limit 1 --jq '.texts[].code'",
    ],
  },
  receiveSimulatedReply: {
    name: "phone reply",
    positionals: ["from", "to", "text"],
    id: "callbackId",
    examples: ["messaging phone reply +12025550123 +12025550100 STOP"],
  },
  setSimulatedStatus: {
    name: "phone status",
    positionals: ["id", "status"],
    id: "callbackId",
    examples: ["messaging phone status $TEXT_ID undelivered --error-code 30003"],
  },
  advanceSimulatedClock: {
    name: "phone clock",
    flags: { advanceSeconds: "advance" },
    id: "advancedSeconds",
    examples: ["messaging phone clock --advance 10m --test"],
  },
};

/** The titles of groups within an area. The titles of areas come from the contract. */
export const subgroups: Record<string, string> = {
  phones: "A contact's phones",
  webhooks: "Manage webhook endpoints, and show and retry deliveries",
  endpoints: "Manage the addresses that events of the team are posted to",
};

/** The operations in the order of the help. */
export const commandIds = Object.keys(commands) as OutlinedId[];

/** Whether an operation returns its items in pages. */
export function isPaged(id: OutlinedId): boolean {
  return outlines[id].fields.some(({ name }) => name === "cursor");
}
