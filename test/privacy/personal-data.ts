/**
 * Every table, with its columns of texts, JSON and bytes: which of them can hold data of a recipient, such as a phone, a name
 * or a text, and which cannot. The test beside it fails for a table or a column that is not judged here.
 */

import type { PhoneDataKind } from "../../generated/api.ts";

/** A table whose columns hold nothing about recipients; each column has what it holds. */
interface Impersonal {
  other: Record<string, string>;
}

/** A table with columns about recipients. */
interface Personal extends Impersonal {
  /** The columns that can hold data of a recipient. */
  personal: string[];
  /** The kind that an export of a phone shows it as, or why the export leaves it out. */
  exported: { as: PhoneDataKind } | { not: string };
  /** What removes that data, or how long it stays. */
  goes: string;
}

/** What no recipient can be known by. */
const ours = "a setting of the team or its operator";
const generated = "made by the server";
const sealed = "sealed or hashed by a secret of the server";

const copy = "a copy of exported records, for a while";

export const personalData: Record<string, Impersonal | Personal> = {
  api_key: {
    personal: ["recipients"],
    exported: { not: "a setting of the operator: whom a key may text" },
    goes: "with a change of the key, not with an erasure: the operator lists whom a key may text",
    other: { key_hash: sealed, name: ours, scopes: ours },
  },
  approval: {
    personal: ["note"],
    exported: { as: "approval" },
    goes: "with its text, or 30 days after the decision",
    other: { error_code: generated },
  },
  audit_event: {
    personal: ["target", "request_id", "address"],
    exported: {
      not: "the record of what callers and operators did; an opt-out that an operator added is in the consent log",
    },
    goes: "after 400 days: a target can be a phone, the request id and the address are those of the caller",
    other: { operation: generated },
  },
  business_number: {
    other: {
      name: ours,
      phone_number: ours,
      phone_number_sid: ours,
      friendly_name: ours,
      capabilities: ours,
      settings: ours,
      agent_profile: ours,
      inbound_webhook_url: ours,
      auto_replies: ours,
    },
  },
  callback: {
    personal: ["content", "fields", "provider_id", "signature"],
    exported: { as: "callback" },
    goes: "after CALLBACK_RETENTION_DAYS; a redaction or deletion of its message empties the contents",
    other: {},
  },
  campaign: { other: { name: ours } },
  carrier_copy: {
    personal: ["provider_id"],
    exported: { not: "the carrier's id of a text that is erased here" },
    goes: "once the carrier has deleted the text, or after four days",
    other: {},
  },
  consent_event: {
    personal: ["phone_number", "keyword", "provider_id", "signature", "reason", "evidence"],
    exported: { as: "consent" },
    goes: "never by itself: an erasure hashes the phone and empties what names a message or a person",
    other: {},
  },
  contact: {
    personal: ["name", "company", "role", "external_id", "tags", "notes", "metadata", "search_text", "search_trigrams"],
    exported: { as: "contact" },
    goes: "with a deletion or a merge of the contact",
    other: {},
  },
  contact_merge: {
    personal: ["kept", "phones"],
    exported: { as: "merge" },
    goes: "90 days after the merge, with a deletion of the target, or with an erasure of a phone or contact",
    other: {},
  },
  contact_phone: {
    personal: ["phone_number", "label"],
    exported: { as: "contact" },
    goes: "with its contact",
    other: {},
  },
  contact_tag: { personal: ["tag"], exported: { as: "contact" }, goes: "with its contact", other: {} },
  door_secret: { other: { door: generated, sealed, template: ours } },
  duplicate_group: {
    personal: ["key"],
    exported: { not: "derived from contacts" },
    goes: "with its contacts: a key is a phone or an external id",
    other: {},
  },
  erasure: {
    personal: ["sealed"],
    exported: { not: "the phone alone, while it is being erased" },
    goes: "once it is done; the hashes of its phones stay",
    other: { phone_hashes: sealed, reached: generated, removed: generated },
  },
  event: { personal: ["data"], exported: { not: copy }, goes: "after 30 days", other: {} },
  event_feed: { other: {} },
  idempotency_key: {
    personal: ["key", "fingerprint", "body"],
    exported: { not: copy },
    goes: "a day after the request, whose client chose the key, and whose phone and text the fingerprint covers",
    other: {},
  },
  inbound_part: {
    personal: ["sender", "recipient", "text"],
    exported: { not: "a part of a text that becomes a callback within minutes" },
    goes: "within minutes, when its text is a callback",
    other: {},
  },
  installation: { other: { old_token_hash: sealed } },
  key_revision: { other: {} },
  key_usage: { other: {} },
  media: {
    personal: ["source_url", "declared_type", "sha256"],
    exported: { as: "message" },
    goes: "with its message, or a day after nothing uses it",
    other: { content_type: generated, error: generated },
  },
  media_deletion: { other: {} },
  media_part: {
    personal: ["bytes"],
    exported: { not: "the file itself, which its id in a message leads to" },
    goes: "with its file",
    other: {},
  },
  message: {
    personal: ["body", "media", "provider_id", "error_code", "reply_webhook_url", "status_callback", "webhook_data"],
    exported: { as: "message" },
    goes: "with a deletion of the message",
    other: { encoding: generated, auto_reply: generated },
  },
  mikro_orm_migrations: { other: { name: generated } },
  number_pace: { other: {} },
  opt_out: {
    personal: ["phone_number"],
    exported: { as: "opt_out" },
    goes: "with an opt-in of the phone; an erasure hashes it",
    other: {},
  },
  otp: {
    personal: ["recipient_id", "phone_number", "code_hash", "provider_id", "error_code"],
    exported: { as: "passcode" },
    goes: "after a day",
    other: {},
  },
  pending_message: {
    personal: ["phone_number", "body", "reply_webhook_url", "status_callback", "webhook_data", "media"],
    exported: { as: "pending_text" },
    goes: "when it becomes a message, or 30 days after its cancel",
    other: { encoding: generated, error_code: generated, campaign: ours, auto_reply: generated },
  },
  provider_account: { other: { kind: ours, name: ours, settings_sealed: sealed } },
  provider_revision: { other: {} },
  rate_bucket: { other: {} },
  simulated_text: {
    personal: ["sender", "handset", "sealed"],
    exported: { not: "a copy of a message or passcode, for a day" },
    goes: "after a day",
    other: {},
  },
  suspected_revocation: {
    personal: ["phone_number", "note"],
    exported: { as: "suspected_revocation" },
    goes: "with an erasure: it shows what became of a request to stop",
    other: { rule: generated },
  },
  team: { other: { name: ours, quiet_hours: ours, erasure_key: sealed } },
  thread: {
    personal: ["contact_phone", "contact_name", "contact_tags", "last_body"],
    exported: { as: "thread" },
    goes: "with its last message",
    other: {},
  },
  usage_day: { other: {} },
  webhook_attempt: {
    personal: ["answer"],
    exported: { not: "the answer of a receiver, for as long as its delivery" },
    goes: "with its delivery: an answer can repeat the payload",
    other: { error: generated },
  },
  webhook_delivery: {
    personal: ["payload", "url", "target"],
    exported: { not: copy },
    goes: "after CALLBACK_RETENTION_DAYS; a redaction of its message empties the payload",
    other: { event_type: generated },
  },
  webhook_endpoint: { other: { url: ours, types: ours } },
  webhook_endpoint_secret: { other: { sealed } },
  webhook_secret: { other: { secret: generated } },
  webhook_target: {
    personal: ["name"],
    exported: { not: "the host of a receiver" },
    goes: "once nothing is due: it is the host of an address",
    other: {},
  },
};
