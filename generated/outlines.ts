// Generated from spec/ by `npm run generate`. Do not edit.

/** A parameter or a field of a request body. */
export interface Field {
  name: string;
  in: "path" | "query" | "body";
  type: "string" | "integer" | "number" | "boolean" | "array" | "object";
  required: boolean;
  /** Whether null clears the field. */
  nullable: boolean;
  description: string;
  format?: string;
  maxLength?: number;
  values?: readonly string[];
  default?: string | number | boolean;
  /** The type of the items of an array; "mixed" if there are several types. */
  items?: "string" | "integer" | "number" | "boolean" | "array" | "object" | "mixed";
  /** The format of items that are strings. */
  itemFormat?: string;
  /** The allowed values of items. */
  itemValues?: readonly string[];
}

/** The part of an operation's contract that the command line needs. */
export interface Outline {
  description: string;
  fields: readonly Field[];
}

/** The descriptions of the contract's areas. */
export const areas: Record<string, string> = {
  "messaging": "Send texts.",
  "messages": "Send texts now or later, and find them again.",
  "approvals": "Decide about the texts that wait for an approval.",
  "otp": "Send and verify one-time passcodes.",
  "threads": "Read the conversations with a phone number, their messages and replies.",
  "media": "Read the pictures and other files of texts, and upload those to attach.",
  "privacy": "Erase a person from a team's data, and export what is kept about a phone number.",
  "contacts": "Manage the people that a team texts with.",
  "consents": "Read who has opted out of a team's texts, and record consents.",
  "business-numbers": "Manage the phone numbers that a team sends from.",
  "keys": "Read what an API key may do.",
  "usage": "Read how many texts a team sent and received.",
  "audit": "Read the record of writes.",
  "events": "What became of texts, passcodes, contacts and consents.",
  "webhook-endpoints": "Manage the addresses that events of the team are posted to.",
  "webhooks": "Requests that this service makes to your addresses.",
  "callbacks": "Requests that the provider makes to this service: inbound texts and delivery statuses.",
  "simulator": "The handsets of the simulated carrier, for development and tests.",
  "mcp": "The same operations as tools for assistants.",
  "twilio": "A door for apps that were written for Twilio: its clients work with this server.",
  "textbelt": "A door for apps that were written for Textbelt.",
  "supabase": "A door for Supabase Auth, whose Send-SMS hook sends codes by this server.",
  "service": "Health, metrics and documentation of the service."
};

export type OutlinedId =
  | "listApprovals"
  | "getApproval"
  | "approveText"
  | "rejectText"
  | "listAuditEvents"
  | "listBusinessNumbers"
  | "createBusinessNumber"
  | "getBusinessNumber"
  | "updateBusinessNumber"
  | "archiveBusinessNumber"
  | "makePrimaryBusinessNumber"
  | "importConsents"
  | "listConsents"
  | "recordConsent"
  | "getConsent"
  | "listMerges"
  | "undoMerge"
  | "listContacts"
  | "createContact"
  | "getContactByPhone"
  | "listDuplicateContacts"
  | "mergeContacts"
  | "previewMerge"
  | "upsertContact"
  | "getContact"
  | "updateContact"
  | "deleteContact"
  | "addContactPhone"
  | "updateContactPhone"
  | "deleteContactPhone"
  | "listErasures"
  | "createErasure"
  | "getErasure"
  | "listEvents"
  | "getKey"
  | "createMediaLink"
  | "checkMessage"
  | "listMessages"
  | "sendMessage"
  | "getMessage"
  | "deleteMessage"
  | "cancelMessage"
  | "redactMessage"
  | "listOptOuts"
  | "generateOtp"
  | "verifyOtp"
  | "listPendingMessages"
  | "cancelCampaign"
  | "exportPhoneData"
  | "advanceSimulatedClock"
  | "receiveSimulatedReply"
  | "listSimulatedTexts"
  | "setSimulatedStatus"
  | "listSuspectedRevocations"
  | "decideSuspectedRevocation"
  | "sendText"
  | "listThreads"
  | "getThread"
  | "listThreadMessages"
  | "listThreadReplies"
  | "getUsage"
  | "listWebhookEndpoints"
  | "createWebhookEndpoint"
  | "getWebhookEndpoint"
  | "updateWebhookEndpoint"
  | "deleteWebhookEndpoint"
  | "listWebhookEndpointDeliveries"
  | "replayWebhookEndpoint"
  | "rotateWebhookEndpointSecret"
  | "getWebhookEndpointSecret"
  | "testWebhookEndpoint";

export const outlines: Record<OutlinedId, Outline> = {
  "listApprovals": {
    "description": "List the texts of the team in the mode of the key that wait for an approval, the oldest first, or those decided about.",
    "fields": [
      {
        "name": "status",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Those that wait, or those with this outcome in the last 30 days.",
        "values": [
          "held",
          "approved",
          "rejected",
          "expired",
          "canceled"
        ],
        "default": "held"
      },
      {
        "name": "per_page",
        "in": "query",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "The maximum number of items on a page. A page ends early when its items pass 4 MiB of JSON.",
        "format": "int32",
        "default": 15
      },
      {
        "name": "cursor",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The `nextCursor` of the previous page, unchanged. Without a cursor, the first page is returned."
      }
    ]
  },
  "getApproval": {
    "description": "Get the approval of a text: the text, and what somebody decided about it.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the text.",
        "format": "uuid"
      }
    ]
  },
  "approveText": {
    "description": "Approve a text, so that it is sent now, or at its `sendAt`. All rules are asked again. A text that they refuse for\ngood is canceled. After `budget_exceeded` and `sending_number_not_resolved` it waits on. The key that asked for a text\ndoes not approve it.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the text.",
        "format": "uuid"
      }
    ]
  },
  "rejectText": {
    "description": "Reject a text, so that it is never sent. Its status is `canceled` from then on.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the text.",
        "format": "uuid"
      },
      {
        "name": "note",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "A note for whoever looks the text up.",
        "maxLength": 500
      }
    ]
  },
  "listAuditEvents": {
    "description": "List the writes of the team, newest first: what was changed, when, and by which key. Refused writes, replays of an\n`Idempotency-Key`, texts and passcodes leave no event. Events are kept for 400 days.",
    "fields": [
      {
        "name": "per_page",
        "in": "query",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "The maximum number of items on a page. A page ends early when its items pass 4 MiB of JSON.",
        "format": "int32",
        "default": 15
      },
      {
        "name": "cursor",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The `nextCursor` of the previous page, unchanged. Without a cursor, the first page is returned."
      }
    ]
  },
  "listBusinessNumbers": {
    "description": "List the team's business numbers, oldest first. Archived numbers are listed only with `status=archived`.",
    "fields": [
      {
        "name": "status",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Only numbers in this status.",
        "values": [
          "active",
          "paused",
          "archived"
        ]
      },
      {
        "name": "type",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Only numbers of this type.",
        "values": [
          "local",
          "mobile",
          "toll_free"
        ]
      },
      {
        "name": "agent_profile",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Only numbers with exactly this agent profile."
      },
      {
        "name": "is_primary",
        "in": "query",
        "type": "boolean",
        "required": false,
        "nullable": false,
        "description": "`true`: only the primary number. `false`: all other numbers."
      }
    ]
  },
  "createBusinessNumber": {
    "description": "Create a business number.",
    "fields": [
      {
        "name": "name",
        "in": "body",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "Unique within the team, whatever its case.",
        "maxLength": 255
      },
      {
        "name": "phoneNumber",
        "in": "body",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "Unique in this installation. The phone number of one of the team's archived numbers restores that number.",
        "format": "e164"
      },
      {
        "name": "phoneNumberSid",
        "in": "body",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The provider's id of the number.",
        "maxLength": 255
      },
      {
        "name": "friendlyName",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "",
        "maxLength": 255
      },
      {
        "name": "type",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "What kind of number it is.",
        "values": [
          "local",
          "mobile",
          "toll_free"
        ],
        "default": "local"
      },
      {
        "name": "isPrimary",
        "in": "body",
        "type": "boolean",
        "required": false,
        "nullable": false,
        "description": "True takes the place of the current primary number. A team's first number is primary in any case.",
        "default": false
      },
      {
        "name": "agentProfile",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "",
        "maxLength": 255
      },
      {
        "name": "inboundWebhookUrl",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Texts to the number are posted to this public address as Twilio does, signed with the token that the command\n`messaging teams twilio-credentials` has made. It also needs the scopes `webhooks:write` and `events:read`.",
        "format": "uri",
        "maxLength": 2048
      },
      {
        "name": "autoReplies",
        "in": "body",
        "type": "object",
        "required": false,
        "nullable": false,
        "description": "Needs the scope `messages:send`, too, and a key whose texts do not wait for approvals."
      },
      {
        "name": "settings",
        "in": "body",
        "type": "object",
        "required": false,
        "nullable": false,
        "description": "Any JSON object of at most 16 KiB; its contents are yours."
      },
      {
        "name": "capabilities",
        "in": "body",
        "type": "object",
        "required": false,
        "nullable": false,
        "description": "At most 16 KiB, for example a map of capability name to boolean. `\"mms\": true` lets it send pictures and other files."
      }
    ]
  },
  "getBusinessNumber": {
    "description": "Get a business number with its settings. It may be archived.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the business number.",
        "format": "uuid"
      }
    ]
  },
  "updateBusinessNumber": {
    "description": "Update a business number.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the business number.",
        "format": "uuid"
      },
      {
        "name": "name",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Unique within the team, whatever its case.",
        "maxLength": 255
      },
      {
        "name": "friendlyName",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": true,
        "description": "",
        "maxLength": 255
      },
      {
        "name": "status",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The statuses that a business number can be given.",
        "values": [
          "active",
          "paused"
        ]
      },
      {
        "name": "agentProfile",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": true,
        "description": "",
        "maxLength": 255
      },
      {
        "name": "inboundWebhookUrl",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": true,
        "description": "Texts to the number are posted to this public address as Twilio does, signed with the token that the command\n`messaging teams twilio-credentials` has made. Null ends that. It also needs the scopes `webhooks:write` and `events:read`.",
        "format": "uri",
        "maxLength": 2048
      },
      {
        "name": "autoReplies",
        "in": "body",
        "type": "object",
        "required": false,
        "nullable": true,
        "description": "Replaced whole; null ends all. Needs the scope `messages:send`, too, and a key whose texts do not wait for approvals."
      },
      {
        "name": "settings",
        "in": "body",
        "type": "object",
        "required": false,
        "nullable": true,
        "description": "Replaced whole; null empties them. At most 16 KiB."
      },
      {
        "name": "capabilities",
        "in": "body",
        "type": "object",
        "required": false,
        "nullable": true,
        "description": "Replaced whole; null empties them. At most 16 KiB. `\"mms\": true` lets the number send pictures and other files."
      }
    ]
  },
  "archiveBusinessNumber": {
    "description": "Archive a business number. Its threads stay readable, its name becomes free, and it no longer sends.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the business number.",
        "format": "uuid"
      }
    ]
  },
  "makePrimaryBusinessNumber": {
    "description": "Make an active number the team's primary sending number. The current primary number loses that role.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the business number.",
        "format": "uuid"
      }
    ]
  },
  "importConsents": {
    "description": "Import consents from the list of another service. An opt-out always counts, and takes effect at once. An opt-in of a\nphone that has opted out counts only if its `occurredAt` is later than every opt-out of the phone. What was imported\nfrom this service before is not recorded again, so an import can be repeated. The key must have the scope by name.",
    "fields": [
      {
        "name": "vendor",
        "in": "body",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The service that the list comes from.",
        "maxLength": 64
      },
      {
        "name": "consents",
        "in": "body",
        "type": "array",
        "required": true,
        "nullable": false,
        "description": "The consents in the order in which they count.",
        "items": "object"
      }
    ]
  },
  "listConsents": {
    "description": "List the entries of the consent log, the newest first.",
    "fields": [
      {
        "name": "phone",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Only entries of this phone number, or other sender.",
        "maxLength": 64
      },
      {
        "name": "source",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Only entries from this source.",
        "values": [
          "keyword",
          "operator",
          "provider",
          "api",
          "import",
          "phrase"
        ]
      },
      {
        "name": "since",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Only entries that were recorded from this timestamp on, in ISO 8601. Without an offset, it is UTC.",
        "format": "iso-8601"
      },
      {
        "name": "per_page",
        "in": "query",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "The maximum number of items on a page. A page ends early when its items pass 4 MiB of JSON.",
        "format": "int32",
        "default": 15
      },
      {
        "name": "cursor",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The `nextCursor` of the previous page, unchanged. Without a cursor, the first page is returned."
      }
    ]
  },
  "recordConsent": {
    "description": "Record a consent that was given or withdrawn elsewhere, for example in a form or on the telephone. An opt-out always\ncounts. An opt-in counts only if it is later than every opt-out of the phone. It does not lift a block of the provider:\nonly a text with START from the phone does. The key must have the scope by name.",
    "fields": [
      {
        "name": "phone",
        "in": "body",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "A phone number in E.164 format, a short code or a name.",
        "maxLength": 64
      },
      {
        "name": "consent",
        "in": "body",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "An opt-out, or an opt-in.",
        "values": [
          "opted_in",
          "opted_out"
        ]
      },
      {
        "name": "reason",
        "in": "body",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "How a consent was given or withdrawn, where it was no text.",
        "values": [
          "web_form",
          "verbal",
          "paper",
          "email",
          "support",
          "other_vendor",
          "correction"
        ]
      },
      {
        "name": "evidence",
        "in": "body",
        "type": "object",
        "required": false,
        "nullable": false,
        "description": "What shows it. An opt-in needs some. At most 4 KiB."
      },
      {
        "name": "occurredAt",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "When it was given or withdrawn. Absent: now.",
        "format": "iso-8601"
      }
    ]
  },
  "getConsent": {
    "description": "Get the consent of a phone: whether it has opted out of the team's texts, since when, and what decides that. This\nexplains the error `recipient_opted_out`.",
    "fields": [
      {
        "name": "phone",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The phone number, or other sender.",
        "maxLength": 64
      }
    ]
  },
  "listMerges": {
    "description": "List the merges of the last 90 days, newest first. The merges of an erased person are gone.",
    "fields": [
      {
        "name": "per_page",
        "in": "query",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "The maximum number of items on a page. A page ends early when its items pass 4 MiB of JSON.",
        "format": "int32",
        "default": 15
      },
      {
        "name": "cursor",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The `nextCursor` of the previous page, unchanged. Without a cursor, the first page is returned."
      }
    ]
  },
  "undoMerge": {
    "description": "Undo a merge. The source is back under its id, with its phones and threads, and the target is as before. What has changed\nin the target since the merge is a conflict, or stays with `keepLater`. It is also a conflict if the target is gone or\nmerged, if the source's id is taken, or if the target would have no phone number.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the merge.",
        "format": "uuid"
      },
      {
        "name": "keepLater",
        "in": "body",
        "type": "boolean",
        "required": false,
        "nullable": false,
        "description": "True keeps what has changed in the target since the merge. Without it, a change since then is a conflict.",
        "default": false
      }
    ]
  },
  "listContacts": {
    "description": "List contacts, newest first. A contact is listed if it matches every given filter.",
    "fields": [
      {
        "name": "query",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Only contacts whose name, company or a phone number contains this text, in any case. A text of one or two\ncharacters finds names that begin with it.",
        "maxLength": 255
      },
      {
        "name": "external_id",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Only contacts with exactly this external id. An empty one is refused, because it would list every contact.",
        "maxLength": 255
      },
      {
        "name": "tag",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Only contacts with exactly this tag.",
        "maxLength": 255
      },
      {
        "name": "updated_after",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Only contacts that changed after this timestamp, in ISO 8601. Without an offset, it is UTC.",
        "format": "iso-8601"
      },
      {
        "name": "per_page",
        "in": "query",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "The maximum number of items on a page. A page ends early when its items pass 4 MiB of JSON.",
        "format": "int32",
        "default": 15
      },
      {
        "name": "cursor",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The `nextCursor` of the previous page, unchanged. Without a cursor, the first page is returned."
      }
    ]
  },
  "createContact": {
    "description": "Create a contact.",
    "fields": [
      {
        "name": "name",
        "in": "body",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The name of a contact.",
        "maxLength": 255
      },
      {
        "name": "phones",
        "in": "body",
        "type": "array",
        "required": true,
        "nullable": false,
        "description": "Their phone numbers, all different. At most 100.",
        "items": "mixed",
        "itemFormat": "e164"
      },
      {
        "name": "company",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Where they work. Contacts of one company with similar names are listed as duplicates. An empty text is none.",
        "maxLength": 255
      },
      {
        "name": "role",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "What they do there. An empty text is none.",
        "maxLength": 255
      },
      {
        "name": "tags",
        "in": "body",
        "type": "array",
        "required": false,
        "nullable": false,
        "description": "Words to find them by, kept in this order, without repeats. At most 100. An upsert replaces all tags of a contact that\nit finds.",
        "items": "string"
      },
      {
        "name": "externalId",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Your own id of a contact. Several contacts may have the same one; `GET /api/contacts/duplicates` shows them. An empty\ntext is none.",
        "maxLength": 255
      },
      {
        "name": "metadata",
        "in": "body",
        "type": "object",
        "required": false,
        "nullable": false,
        "description": "Any JSON object of at most 64 KiB; its contents are yours."
      },
      {
        "name": "notes",
        "in": "body",
        "type": "array",
        "required": false,
        "nullable": false,
        "description": "What the team wants to remember of them. At most 1,000 of 10,000 characters each, 256 KiB together.",
        "items": "string"
      }
    ]
  },
  "getContactByPhone": {
    "description": "Get the contact with this phone number. If no contact has it, `found` is false.",
    "fields": [
      {
        "name": "phone",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The phone number to look for, in E.164 format.",
        "format": "e164"
      }
    ]
  },
  "listDuplicateContacts": {
    "description": "List groups of contacts that may be the same person. They have the same phone number, the same external id, or\nsimilar names in the same company. The group with the newest contact comes first. A contact can be in several groups.",
    "fields": [
      {
        "name": "per_page",
        "in": "query",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "How many groups a page has.",
        "format": "int32",
        "default": 100
      },
      {
        "name": "cursor",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The `nextCursor` of the previous page, unchanged. Absent: the first page."
      }
    ]
  },
  "mergeContacts": {
    "description": "Merge two contacts. The phone numbers and threads of the source move to the target, and the source is deleted. This can be\nundone for 90 days.",
    "fields": [
      {
        "name": "sourceContactId",
        "in": "body",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The contact that goes.",
        "format": "uuid"
      },
      {
        "name": "targetContactId",
        "in": "body",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The contact that stays.",
        "format": "uuid"
      },
      {
        "name": "strategy",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "How two contacts become one. Absent: the target's value, the source's where the target's is blank.",
        "values": [
          "prefer_target",
          "prefer_source",
          "prefer_non_null",
          "append"
        ]
      },
      {
        "name": "fields",
        "in": "body",
        "type": "object",
        "required": false,
        "nullable": false,
        "description": "The strategy for single fields; the others follow `strategy`."
      },
      {
        "name": "fingerprint",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "That of the preview: the merge is refused as `merge_changed` once it would be another.",
        "maxLength": 255
      }
    ]
  },
  "previewMerge": {
    "description": "Preview a merge: nothing is changed. Send its `fingerprint` with the merge to be sure of this result.",
    "fields": [
      {
        "name": "sourceContactId",
        "in": "body",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The contact that goes.",
        "format": "uuid"
      },
      {
        "name": "targetContactId",
        "in": "body",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The contact that stays.",
        "format": "uuid"
      },
      {
        "name": "strategy",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "How two contacts become one. Absent: the target's value, the source's where the target's is blank.",
        "values": [
          "prefer_target",
          "prefer_source",
          "prefer_non_null",
          "append"
        ]
      },
      {
        "name": "fields",
        "in": "body",
        "type": "object",
        "required": false,
        "nullable": false,
        "description": "The strategy for single fields; the others follow `strategy`."
      }
    ]
  },
  "upsertContact": {
    "description": "Update the contact that has this id, external id or phone number. If no contact matches, a new contact is created.\nAn update changes only the given fields. It adds new phone numbers and removes none.",
    "fields": [
      {
        "name": "id",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The contact to update. An id that no contact has finds nothing; a contact that is then added gets it.",
        "format": "uuid"
      },
      {
        "name": "name",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Required when the contact has to be added.",
        "maxLength": 255
      },
      {
        "name": "phones",
        "in": "body",
        "type": "array",
        "required": false,
        "nullable": false,
        "description": "Finds the contact by any of the numbers, and gives it those that it does not have. No phone is taken away.\nRequired when the contact has to be added. A contact has at most 100 phones.",
        "items": "mixed",
        "itemFormat": "e164"
      },
      {
        "name": "company",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Where they work. Contacts of one company with similar names are listed as duplicates. An empty text is none.",
        "maxLength": 255
      },
      {
        "name": "role",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "What they do there. An empty text is none.",
        "maxLength": 255
      },
      {
        "name": "tags",
        "in": "body",
        "type": "array",
        "required": false,
        "nullable": false,
        "description": "Words to find them by, kept in this order, without repeats. At most 100. An upsert replaces all tags of a contact that\nit finds.",
        "items": "string"
      },
      {
        "name": "externalId",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Your own id of a contact. Several contacts may have the same one; `GET /api/contacts/duplicates` shows them. An empty\ntext is none.",
        "maxLength": 255
      },
      {
        "name": "metadata",
        "in": "body",
        "type": "object",
        "required": false,
        "nullable": false,
        "description": "Any JSON object of at most 64 KiB; its contents are yours."
      },
      {
        "name": "notes",
        "in": "body",
        "type": "array",
        "required": false,
        "nullable": false,
        "description": "What the team wants to remember of them. At most 1,000 of 10,000 characters each, 256 KiB together.",
        "items": "string"
      },
      {
        "name": "addTags",
        "in": "body",
        "type": "array",
        "required": false,
        "nullable": false,
        "description": "Tags to add to those of the contact. It has at most 100.",
        "items": "string"
      },
      {
        "name": "removeTags",
        "in": "body",
        "type": "array",
        "required": false,
        "nullable": false,
        "description": "Tags to take away from the contact, before others are added.",
        "items": "string"
      }
    ]
  },
  "getContact": {
    "description": "Get a contact with its phone numbers and notes.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the contact.",
        "format": "uuid"
      }
    ]
  },
  "updateContact": {
    "description": "Update a contact. Its phone numbers have their own operations.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the contact.",
        "format": "uuid"
      },
      {
        "name": "name",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The name of a contact.",
        "maxLength": 255
      },
      {
        "name": "company",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": true,
        "description": "Where they work. Contacts of one company with similar names are listed as duplicates. An empty text is none.",
        "maxLength": 255
      },
      {
        "name": "role",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": true,
        "description": "What they do there. An empty text is none.",
        "maxLength": 255
      },
      {
        "name": "externalId",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": true,
        "description": "Your own id of a contact. Several contacts may have the same one; `GET /api/contacts/duplicates` shows them. An empty\ntext is none.",
        "maxLength": 255
      },
      {
        "name": "metadata",
        "in": "body",
        "type": "object",
        "required": false,
        "nullable": true,
        "description": "Replaced whole; null empties them. At most 64 KiB."
      },
      {
        "name": "tags",
        "in": "body",
        "type": "array",
        "required": false,
        "nullable": true,
        "description": "Replaced whole, kept in this order, without repeats; null empties them. At most 100.",
        "items": "string"
      },
      {
        "name": "notes",
        "in": "body",
        "type": "array",
        "required": false,
        "nullable": true,
        "description": "Replaced whole; null empties them. At most 1,000 of 10,000 characters each, 256 KiB together.",
        "items": "string"
      },
      {
        "name": "addTags",
        "in": "body",
        "type": "array",
        "required": false,
        "nullable": false,
        "description": "Tags to add to those of the contact. It has at most 100.",
        "items": "string"
      },
      {
        "name": "removeTags",
        "in": "body",
        "type": "array",
        "required": false,
        "nullable": false,
        "description": "Tags to take away from the contact, before others are added.",
        "items": "string"
      }
    ]
  },
  "deleteContact": {
    "description": "Delete a contact with its phone numbers, tags and notes. This cannot be undone. Its threads and messages stay, and so do\nthe consents of its phone numbers; a thread then shows another contact with its number, or none. With\n`unchangedSince`, a contact that has changed later stays and the response is `contact_changed`.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the contact.",
        "format": "uuid"
      },
      {
        "name": "unchangedSince",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Only if the contact has not changed after this timestamp, such as the `updatedAt` that you have read. ISO 8601;\nwithout an offset, it is UTC.",
        "format": "iso-8601"
      }
    ]
  },
  "addContactPhone": {
    "description": "Add a phone number to a contact.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the contact.",
        "format": "uuid"
      },
      {
        "name": "phoneNumber",
        "in": "body",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "A phone number of a contact, in E.164 format.",
        "format": "e164"
      },
      {
        "name": "label",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "What the phone is, as `mobile` or `work`. An empty text is none.",
        "maxLength": 255
      },
      {
        "name": "isPrimary",
        "in": "body",
        "type": "boolean",
        "required": false,
        "nullable": false,
        "description": "True takes the place of the current primary phone.",
        "default": false
      }
    ]
  },
  "updateContactPhone": {
    "description": "Update the label of a contact's phone number, or make it the primary phone number.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the contact.",
        "format": "uuid"
      },
      {
        "name": "phoneId",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the phone.",
        "format": "uuid"
      },
      {
        "name": "label",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": true,
        "description": "What the phone is, as `mobile` or `work`. An empty text is none.",
        "maxLength": 255
      },
      {
        "name": "isPrimary",
        "in": "body",
        "type": "boolean",
        "required": false,
        "nullable": false,
        "description": "True makes it the primary phone in the place of the current one; that one cannot be set to false."
      }
    ]
  },
  "deleteContactPhone": {
    "description": "Delete a phone number of a contact. If it was primary, the oldest remaining phone number becomes primary.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the contact.",
        "format": "uuid"
      },
      {
        "name": "phoneId",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the phone.",
        "format": "uuid"
      }
    ]
  },
  "listErasures": {
    "description": "List the erasures of the team, newest first.",
    "fields": [
      {
        "name": "per_page",
        "in": "query",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "The maximum number of items on a page. A page ends early when its items pass 4 MiB of JSON.",
        "format": "int32",
        "default": 15
      },
      {
        "name": "cursor",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The `nextCursor` of the previous page, unchanged. Without a cursor, the first page is returned."
      }
    ]
  },
  "createErasure": {
    "description": "Begin to erase a person from the team's data, in both modes. From the response on, texts that wait are gone, and so are the\ncontacts without another phone number. A worker then removes messages, threads, passcodes, files, events, webhook\ndeliveries, kept responses and the contents of callbacks. An opt-out outlives this as a keyed hash, so texts to the\nphone number are still refused. What the person sends later is stored as usual. The carrier is\nasked to delete its copies, where it can. This cannot be undone, and reaches no other copies: backups, logs, exports and\nreceivers of webhooks. The key must have the scope by name.",
    "fields": [
      {
        "name": "phone",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The phone number of the person.",
        "format": "e164"
      },
      {
        "name": "contactId",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "A contact, which is erased with all of its phone numbers.",
        "format": "uuid"
      }
    ]
  },
  "getErasure": {
    "description": "Get an erasure: how far it is, and what it has removed.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the erasure.",
        "format": "uuid"
      }
    ]
  },
  "listEvents": {
    "description": "List the events of the team, oldest first. An event says that the provider refused a text, what became of a text after\nthe answer to its request, that a text was received, or that a contact or a consent changed. Events are kept for 30\ndays. They are recorded for teams that use them: from the first request for events, or the first webhook endpoint,\nuntil 30 days after the last request and the last endpoint. A `cursor` or a `since` that is older, or from before `recordedSince`, is refused, because\nevents would be missing. So is a `cursor` from before a restore of the database that lost its event.",
    "fields": [
      {
        "name": "types",
        "in": "query",
        "type": "array",
        "required": false,
        "nullable": false,
        "description": "Only events of these types, separated by commas. Absent: all but those that must be named.",
        "items": "string",
        "itemValues": [
          "message.received",
          "message.status",
          "media.stored",
          "otp.status",
          "consent.changed",
          "consent.suspected",
          "contact.changed",
          "contact.merged",
          "contact.deleted",
          "erasure.completed",
          "webhook.disabled",
          "webhook.test",
          "approval.requested",
          "approval.decided"
        ]
      },
      {
        "name": "business_number_id",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Only events about a text of this business number, by its id.",
        "format": "uuid"
      },
      {
        "name": "mode",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Only events of live mode, or only those of test mode.",
        "values": [
          "live",
          "test"
        ]
      },
      {
        "name": "since",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Only events from this timestamp on.",
        "format": "iso-8601"
      },
      {
        "name": "per_page",
        "in": "query",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "The maximum number of items on a page. A page ends early when its items pass 4 MiB of JSON.",
        "format": "int32",
        "default": 15
      },
      {
        "name": "cursor",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The `nextCursor` of the previous page, unchanged. Without a cursor, the first page is returned."
      }
    ]
  },
  "getKey": {
    "description": "Get the API key of this request: its team, its scopes and its limits. Every key may call this.",
    "fields": []
  },
  "createMediaLink": {
    "description": "Create a link to a stored file, for a receiver that has no API key. The link cannot be taken back, so it lasts for a\nday at most.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the file.",
        "format": "uuid"
      },
      {
        "name": "seconds",
        "in": "body",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "The seconds until the link ends.",
        "format": "int32",
        "default": 3600
      }
    ]
  },
  "checkMessage": {
    "description": "Check a text before it is sent, by the rules of `POST /api/messages` and with the same body. Nobody is texted and\nnothing is stored. A rule that would refuse the text is in `blockedBy` and is no error of this request.",
    "fields": [
      {
        "name": "phone_number",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The recipient. Required unless `threadId` is given; beside it, it must be that thread's phone number.",
        "format": "e164"
      },
      {
        "name": "threadId",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The thread to reply within. Required unless `phone_number` is given.",
        "format": "uuid"
      },
      {
        "name": "message",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The text. Its length counts Unicode code points. Required unless files are attached.",
        "maxLength": 1600
      },
      {
        "name": "mediaUrls",
        "in": "body",
        "type": "array",
        "required": false,
        "nullable": false,
        "description": "The https addresses of files to attach. The carrier fetches them, and this server does not. With `mediaIds` at most\nten; carriers take about 5 MB in all. The sending number needs `\"mms\": true` in its `capabilities`.",
        "items": "string",
        "itemFormat": "uri"
      },
      {
        "name": "mediaIds",
        "in": "body",
        "type": "array",
        "required": false,
        "nullable": false,
        "description": "The ids of the team's stored files to attach: uploaded ones, or those of inbound texts.",
        "items": "string",
        "itemFormat": "uuid"
      },
      {
        "name": "sender",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The business number to send from: its name, phone number or id. Only without `threadId`. Absent: the number of\nthe newest thread with this phone, else the team's primary number, else its only active number.",
        "maxLength": 255
      },
      {
        "name": "sendAt",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "When to send it, from one minute to 35 days ahead. Absent: at once.",
        "format": "iso-8601-with-offset"
      },
      {
        "name": "expiresAt",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The text is not sent after this time, for example because the server was down at `sendAt`. Only with `sendAt`.",
        "format": "iso-8601-with-offset"
      },
      {
        "name": "campaign",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The campaign that the text belongs to until it is sent, so that its texts can be canceled together. Only with `sendAt`.",
        "maxLength": 64
      },
      {
        "name": "quietHours",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Whether the text keeps to the quiet hours that the operator has set for the team: it then waits for their end, or is\nrefused. They are an estimate of the recipient's night, and no other operation that sends has them. A reply to an\ninbound text of the last 15 minutes is sent at any time.",
        "values": [
          "respect",
          "ignore"
        ],
        "default": "respect"
      },
      {
        "name": "maxSegments",
        "in": "body",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "A text of more segments is refused, before anybody is texted.",
        "format": "int32",
        "default": 10
      },
      {
        "name": "replyWebhookUrl",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The http or https address that later replies are posted to, by the webhook `message.received`. It also needs the\nscope `webhooks:write`.",
        "format": "uri",
        "maxLength": 2048
      },
      {
        "name": "webhookData",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Included in every reply that is posted to `replyWebhookUrl`.",
        "maxLength": 100
      },
      {
        "name": "retention",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "`discard`: the text and its files go to the carrier, and are not stored in the message. A text that waits has them until it\nis handed over or canceled. A stored file is deleted when its seven days are over, unless another text uses it.",
        "values": [
          "keep",
          "discard"
        ],
        "default": "keep"
      }
    ]
  },
  "listMessages": {
    "description": "List the texts of the team in the mode of the key, newest first. A page looks at no more than 20,000 texts, so it\ncan be empty and have a `nextCursor`. This is no feed: a text that is received late is not always on top. For what is\nnew, use `/api/events`.",
    "fields": [
      {
        "name": "phone",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Only texts to or from this phone number or other sender.",
        "maxLength": 64
      },
      {
        "name": "direction",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Only texts of this direction.",
        "values": [
          "inbound",
          "outbound"
        ]
      },
      {
        "name": "status",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Only texts with this status.",
        "values": [
          "queued",
          "sending",
          "sent",
          "delivered",
          "undelivered",
          "failed",
          "read",
          "received",
          "scheduled",
          "held",
          "canceled"
        ]
      },
      {
        "name": "since",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Only texts with a `createdAt` from this time on.",
        "format": "iso-8601"
      },
      {
        "name": "until",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Only texts with a `createdAt` before this time.",
        "format": "iso-8601"
      },
      {
        "name": "per_page",
        "in": "query",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "The maximum number of items on a page. A page ends early when its items pass 4 MiB of JSON.",
        "format": "int32",
        "default": 15
      },
      {
        "name": "cursor",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The `nextCursor` of the previous page, unchanged. Without a cursor, the first page is returned."
      },
      {
        "name": "campaign",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Only texts of this campaign. Only with the `status` of texts that wait or were canceled.",
        "maxLength": 64
      }
    ]
  },
  "sendMessage": {
    "description": "Send a text of up to 1,600 characters to a phone number or within a thread, now or at `sendAt`, with pictures and other\nfiles if the number can send them. A text without `sendAt` is sent as by `POST /api/text`. A text with `sendAt` waits, and is in no thread until it is sent; all rules\nare asked again then. If they refuse it, its status is `canceled`. A text of a key that holds it waits for an approval\nfirst: its status is `held`.",
    "fields": [
      {
        "name": "phone_number",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The recipient. Required unless `threadId` is given; beside it, it must be that thread's phone number.",
        "format": "e164"
      },
      {
        "name": "threadId",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The thread to reply within. Required unless `phone_number` is given.",
        "format": "uuid"
      },
      {
        "name": "message",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The text. Its length counts Unicode code points. Required unless files are attached.",
        "maxLength": 1600
      },
      {
        "name": "mediaUrls",
        "in": "body",
        "type": "array",
        "required": false,
        "nullable": false,
        "description": "The https addresses of files to attach. The carrier fetches them, and this server does not. With `mediaIds` at most\nten; carriers take about 5 MB in all. The sending number needs `\"mms\": true` in its `capabilities`.",
        "items": "string",
        "itemFormat": "uri"
      },
      {
        "name": "mediaIds",
        "in": "body",
        "type": "array",
        "required": false,
        "nullable": false,
        "description": "The ids of the team's stored files to attach: uploaded ones, or those of inbound texts.",
        "items": "string",
        "itemFormat": "uuid"
      },
      {
        "name": "sender",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The business number to send from: its name, phone number or id. Only without `threadId`. Absent: the number of\nthe newest thread with this phone, else the team's primary number, else its only active number.",
        "maxLength": 255
      },
      {
        "name": "sendAt",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "When to send it, from one minute to 35 days ahead. Absent: at once.",
        "format": "iso-8601-with-offset"
      },
      {
        "name": "expiresAt",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The text is not sent after this time, for example because the server was down at `sendAt`. Only with `sendAt`.",
        "format": "iso-8601-with-offset"
      },
      {
        "name": "campaign",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The campaign that the text belongs to until it is sent, so that its texts can be canceled together. Only with `sendAt`.",
        "maxLength": 64
      },
      {
        "name": "quietHours",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Whether the text keeps to the quiet hours that the operator has set for the team: it then waits for their end, or is\nrefused. They are an estimate of the recipient's night, and no other operation that sends has them. A reply to an\ninbound text of the last 15 minutes is sent at any time.",
        "values": [
          "respect",
          "ignore"
        ],
        "default": "respect"
      },
      {
        "name": "maxSegments",
        "in": "body",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "A text of more segments is refused, before anybody is texted.",
        "format": "int32",
        "default": 10
      },
      {
        "name": "replyWebhookUrl",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The http or https address that later replies are posted to, by the webhook `message.received`. It also needs the\nscope `webhooks:write`.",
        "format": "uri",
        "maxLength": 2048
      },
      {
        "name": "webhookData",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Included in every reply that is posted to `replyWebhookUrl`.",
        "maxLength": 100
      },
      {
        "name": "retention",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "`discard`: the text and its files go to the carrier, and are not stored in the message. A text that waits has them until it\nis handed over or canceled. A stored file is deleted when its seven days are over, unless another text uses it.",
        "values": [
          "keep",
          "discard"
        ],
        "default": "keep"
      }
    ]
  },
  "getMessage": {
    "description": "Get a text with its status, why it failed, and both phones.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the text, a `textId` or a message's id.",
        "format": "uuid"
      }
    ]
  },
  "deleteMessage": {
    "description": "Delete a text that was sent, received or canceled: what a redaction removes, and the record itself. This cannot be undone. A\nthread without another message goes, too. The consents of its phone stay, and a repeated request under the `Idempotency-Key`\nof the text sends nothing.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the text.",
        "format": "uuid"
      }
    ]
  },
  "cancelMessage": {
    "description": "Cancel a text that waits, so that it is not sent. Once a text was handed over, it is too late.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the text.",
        "format": "uuid"
      }
    ]
  },
  "redactMessage": {
    "description": "Redact a text that was sent, received or canceled: its text and its files go wherever they are, also from events and\ndeliveries that are still to be posted, and the rest of the record stays. This cannot be undone. A stored file stays while\nanother text uses it. Of a text that is redacted already, nothing changes.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the text.",
        "format": "uuid"
      }
    ]
  },
  "listOptOuts": {
    "description": "List the phones that have opted out of the team's texts, the newest opt-out first.",
    "fields": [
      {
        "name": "per_page",
        "in": "query",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "The maximum number of items on a page. A page ends early when its items pass 4 MiB of JSON.",
        "format": "int32",
        "default": 15
      },
      {
        "name": "cursor",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The `nextCursor` of the previous page, unchanged. Without a cursor, the first page is returned."
      }
    ]
  },
  "generateOtp": {
    "description": "Generate a one-time passcode and send it. An older passcode of the same `recipient_id` becomes invalid, separately\nin live and test mode. The text is sent from the team's primary business number, else its only active number. If the\nprovider refuses the text, the response is `message_failed` and the passcode is void. If the provider's response is\nunknown, the `deliveryStatus` is `sending`, the passcode is valid, and the text is not sent again. The operator may\nlimit how many passcodes a phone gets in ten minutes; beyond that limit, the response is `rate_limited`.",
    "fields": [
      {
        "name": "phone",
        "in": "body",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The phone that the code is sent to.",
        "format": "e164"
      },
      {
        "name": "recipient_id",
        "in": "body",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "Your name for the recipient. An older passcode of the same recipient becomes invalid.",
        "maxLength": 255
      },
      {
        "name": "message",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The text, of up to 160 Unicode code points before the code is put in. Every `$OTP` in it is replaced by the code;\nwithout `$OTP`, the code is appended.",
        "maxLength": 160,
        "default": "Your verification code is $OTP"
      },
      {
        "name": "lifetime",
        "in": "body",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "How long a passcode is valid, in seconds.",
        "format": "int32",
        "default": 180
      },
      {
        "name": "length",
        "in": "body",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "How many digits a passcode has.",
        "format": "int32",
        "default": 6
      }
    ]
  },
  "verifyOtp": {
    "description": "Verify the code that a recipient typed. A correct code is accepted once. Wrong codes are counted; after `maxAttempts`\nwrong codes, the response is `otp_max_attempts`, whatever the code. If the recipient has no valid passcode, the\nresponse is `otp_invalid`.",
    "fields": [
      {
        "name": "recipient_id",
        "in": "body",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "Your name for the recipient, as it was given when the passcode was generated.",
        "maxLength": 255
      },
      {
        "name": "otp",
        "in": "body",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The code that the recipient typed: 6 to 8 digits."
      }
    ]
  },
  "listPendingMessages": {
    "description": "List the texts of the team in the mode of the key that wait, the earliest `sendAt` first, or those that were canceled.",
    "fields": [
      {
        "name": "status",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Those that wait for their time, those that wait for a person, or the canceled ones of the last 30 days.",
        "values": [
          "scheduled",
          "held",
          "canceled"
        ],
        "default": "scheduled"
      },
      {
        "name": "per_page",
        "in": "query",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "The maximum number of items on a page. A page ends early when its items pass 4 MiB of JSON.",
        "format": "int32",
        "default": 15
      },
      {
        "name": "cursor",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The `nextCursor` of the previous page, unchanged. Without a cursor, the first page is returned."
      }
    ]
  },
  "cancelCampaign": {
    "description": "Cancel the texts of a campaign that wait, in the mode of the key, whichever key they were sent with. Texts that were\nhanded over are counted. A request cancels at most 1,000 texts: repeat it while `hasMore` is true.",
    "fields": [
      {
        "name": "campaign",
        "in": "body",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The name of a campaign: what texts that wait have in common, so that they can be found and canceled together.",
        "maxLength": 64
      }
    ]
  },
  "exportPhoneData": {
    "description": "Export what is kept about a phone number, in both modes, for a person who asks for it: records of one kind after the other, each\nkind from the oldest to the newest. Copies of these records are left out, such as events, webhook deliveries and kept\nresponses; they expire by themselves. Files are named by their ids. A page can be empty before the end, because callbacks\nare searched.",
    "fields": [
      {
        "name": "phone",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The phone number, in E.164 format.",
        "format": "e164"
      },
      {
        "name": "per_page",
        "in": "query",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "The maximum number of items on a page. A page ends early when its items pass 4 MiB of JSON.",
        "format": "int32",
        "default": 15
      },
      {
        "name": "cursor",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The `nextCursor` of the previous page, unchanged. Without a cursor, the first page is returned."
      }
    ]
  },
  "advanceSimulatedClock": {
    "description": "Let time pass in test mode. What waits for a time comes nearer to it by so many seconds: passcodes and approvals\nexpire, texts with `sendAt` are sent, and failed webhooks are posted again. Nothing else changes: neither live mode,\nnor the timestamps of what has happened, nor pauses and limits of live mode. At most 10,000 of a kind are moved, the\nearliest first. A key in live mode gets `not_found`.",
    "fields": [
      {
        "name": "advanceSeconds",
        "in": "body",
        "type": "integer",
        "required": true,
        "nullable": false,
        "description": "How many seconds pass: at most 35 days.",
        "format": "int32"
      }
    ]
  },
  "receiveSimulatedReply": {
    "description": "Text from a simulated handset to one of the team's business numbers. It is recorded as a callback of the carrier, so\nkeywords, threads, webhooks and events are the same as for a text of a person. In test mode beside a real carrier,\na keyword is a text like any other and changes no consent.",
    "fields": [
      {
        "name": "from",
        "in": "body",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The handset: a phone number, a short code or a name.",
        "maxLength": 64
      },
      {
        "name": "to",
        "in": "body",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The phone number of one of the team's business numbers."
      },
      {
        "name": "text",
        "in": "body",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The text. Its length counts Unicode code points.",
        "maxLength": 1600
      }
    ]
  },
  "listSimulatedTexts": {
    "description": "List the texts that the simulated carrier has accepted, newest first: what its handsets show, passcodes included.\nWith `wait`, a list that would be empty is answered once there is a text, or at the end of the wait. Texts are kept\nfor a day, at most the newest 1,000 of a team. A key can have two waiting requests; a third gets `rate_limited`. The\nresponse is `not_found` while the phone is off (`PHONE`). Beside a real carrier, the phone shows test mode only.",
    "fields": [
      {
        "name": "to",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Only texts to this handset."
      },
      {
        "name": "since",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Only texts that came after this timestamp.",
        "format": "iso-8601"
      },
      {
        "name": "wait",
        "in": "query",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "How many seconds an empty list waits for a text.",
        "format": "int32",
        "default": 0
      },
      {
        "name": "per_page",
        "in": "query",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "The maximum number of items on a page. A page ends early when its items pass 4 MiB of JSON.",
        "format": "int32",
        "default": 15
      },
      {
        "name": "cursor",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The `nextCursor` of the previous page, unchanged. Without a cursor, the first page is returned."
      }
    ]
  },
  "setSimulatedStatus": {
    "description": "Report the delivery status of a text to the simulated carrier's handset. It is recorded as a callback of the\ncarrier, so a step back changes nothing. Texts are delivered within a second by themselves; those to +15005550005\nwait for this.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the message or passcode.",
        "format": "uuid"
      },
      {
        "name": "status",
        "in": "body",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The statuses that a handset can give a text.",
        "values": [
          "sent",
          "delivered",
          "undelivered",
          "failed",
          "read"
        ]
      },
      {
        "name": "errorCode",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The carrier's code for why the text failed or was not delivered. Other statuses ignore it.",
        "maxLength": 64
      }
    ]
  },
  "listSuspectedRevocations": {
    "description": "List the texts that may withdraw consent in other words than a keyword, those that are due first. A text of this kind\nchanges no consent by itself, unless the operator has set that for the team: a person decides.",
    "fields": [
      {
        "name": "status",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Only those with this status.",
        "values": [
          "open",
          "honored",
          "dismissed",
          "superseded"
        ],
        "default": "open"
      },
      {
        "name": "per_page",
        "in": "query",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "The maximum number of items on a page. A page ends early when its items pass 4 MiB of JSON.",
        "format": "int32",
        "default": 15
      },
      {
        "name": "cursor",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The `nextCursor` of the previous page, unchanged. Without a cursor, the first page is returned."
      }
    ]
  },
  "decideSuspectedRevocation": {
    "description": "Decide an open case. `opted_out` opts the phone out. `dismissed` opts it in again if only the suspicion has opted it\nout. A text with a keyword, or another record of the consent, decides an open case, too. The key must have the scope by\nname.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the case.",
        "format": "uuid"
      },
      {
        "name": "decision",
        "in": "body",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "A decision about a suspected revocation: the phone is opted out, or the text meant something else.",
        "values": [
          "opted_out",
          "dismissed"
        ]
      },
      {
        "name": "note",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Why, for the record.",
        "maxLength": 1000
      }
    ]
  },
  "sendText": {
    "description": "Send a text to a phone number or within a thread. The message is stored before the provider is called. If the\nprovider refuses the text, the response is `message_failed` and the message stays in its thread as `failed`. If the\nprovider's response is unknown, the status is `sending` and the text is not sent again. A text of a key that holds it\nwaits for an approval: its status is `held`, nobody is texted, and it is not to be sent again.",
    "fields": [
      {
        "name": "phone_number",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The recipient. Required unless `threadId` is given; beside it, it must be that thread's phone number.",
        "format": "e164"
      },
      {
        "name": "threadId",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The thread to reply within. Required unless `phone_number` is given.",
        "format": "uuid"
      },
      {
        "name": "message",
        "in": "body",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The text. Its length counts Unicode code points.",
        "maxLength": 160
      },
      {
        "name": "sender",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The business number to send from: its name, phone number or id. Only without `threadId`. Absent: the number of\nthe newest thread with this phone, else the team's primary number, else its only active number.",
        "maxLength": 255
      },
      {
        "name": "replyWebhookUrl",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The http or https address that later replies are posted to, by the webhook `message.received`. It also needs the\nscope `webhooks:write`.",
        "format": "uri",
        "maxLength": 2048
      },
      {
        "name": "webhookData",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Included in every reply that is posted to `replyWebhookUrl`.",
        "maxLength": 100
      },
      {
        "name": "retention",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "`discard`: the text goes to the carrier, and is not stored in the message.",
        "values": [
          "keep",
          "discard"
        ],
        "default": "keep"
      }
    ]
  },
  "listThreads": {
    "description": "List threads. The thread with the newest message comes first.",
    "fields": [
      {
        "name": "per_page",
        "in": "query",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "The maximum number of items on a page. A page ends early when its items pass 4 MiB of JSON.",
        "format": "int32",
        "default": 15
      },
      {
        "name": "cursor",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The `nextCursor` of the previous page, unchanged. Without a cursor, the first page is returned."
      },
      {
        "name": "phones",
        "in": "query",
        "type": "array",
        "required": false,
        "nullable": false,
        "description": "Only the threads with these phone numbers or other senders, separated by commas.",
        "items": "string"
      }
    ]
  },
  "getThread": {
    "description": "Get a thread with its newest message.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the thread.",
        "format": "uuid"
      }
    ]
  },
  "listThreadMessages": {
    "description": "List the messages of a thread, newest first.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the thread.",
        "format": "uuid"
      },
      {
        "name": "per_page",
        "in": "query",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "The maximum number of items on a page. A page ends early when its items pass 4 MiB of JSON.",
        "format": "int32",
        "default": 15
      },
      {
        "name": "cursor",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The `nextCursor` of the previous page, unchanged. Without a cursor, the first page is returned."
      }
    ]
  },
  "listThreadReplies": {
    "description": "List the inbound messages of a thread that came after `since`, oldest first. To poll, give the `createdAt` of the\nlast reply as the next `since`. Every reply is then listed exactly once.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the thread.",
        "format": "uuid"
      },
      {
        "name": "since",
        "in": "query",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "Only messages that came after this timestamp.",
        "format": "iso-8601"
      },
      {
        "name": "per_page",
        "in": "query",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "The maximum number of items on a page. A page ends early when its items pass 4 MiB of JSON.",
        "format": "int32",
        "default": 15
      },
      {
        "name": "cursor",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The `nextCursor` of the previous page, unchanged. Without a cursor, the first page is returned."
      }
    ]
  },
  "getUsage": {
    "description": "Get the numbers of texts of the team for the last days, today included. Today is counted at the request. A closed day\nis counted in the night after it, and again in the next three nights, because delivery statuses can be late.",
    "fields": [
      {
        "name": "days",
        "in": "query",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "The number of days, today included.",
        "format": "int32",
        "default": 30
      }
    ]
  },
  "listWebhookEndpoints": {
    "description": "List the team's webhook endpoints, oldest first.",
    "fields": []
  },
  "createWebhookEndpoint": {
    "description": "Create a webhook endpoint. Every later event that passes its filters is posted to it, as the webhook `event` describes.\nA team has at most 20 endpoints. Its events are recorded while it has one. The secret that signs the posts is not in\nthe response: read it separately.",
    "fields": [
      {
        "name": "url",
        "in": "body",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "An http or https address. An address that is private by itself, such as `localhost` or `10.0.0.1`, is refused, unless\nthe operator allows it. The addresses of a name are checked when an event is posted.",
        "format": "uri",
        "maxLength": 2048
      },
      {
        "name": "types",
        "in": "body",
        "type": "array",
        "required": false,
        "nullable": false,
        "description": "Only events of these types are posted. Empty or absent: all types but those that must be named.",
        "items": "string",
        "itemValues": [
          "message.received",
          "message.status",
          "media.stored",
          "otp.status",
          "consent.changed",
          "consent.suspected",
          "contact.changed",
          "contact.merged",
          "contact.deleted",
          "erasure.completed",
          "webhook.disabled",
          "webhook.test",
          "approval.requested",
          "approval.decided"
        ]
      },
      {
        "name": "businessNumberId",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Only events about a text of this business number of the team are posted.",
        "format": "uuid"
      },
      {
        "name": "mode",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Only events of live mode are posted, or only those of test mode. Absent: both, and in test mode only those of test\nmode. A request in test mode makes no other endpoint.",
        "values": [
          "live",
          "test"
        ]
      }
    ]
  },
  "getWebhookEndpoint": {
    "description": "Get a webhook endpoint.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the endpoint.",
        "format": "uuid"
      }
    ]
  },
  "updateWebhookEndpoint": {
    "description": "Update a webhook endpoint. Its filters apply to events that are not queued yet. In test mode, only endpoints of mode\n`test` can be changed.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the endpoint.",
        "format": "uuid"
      },
      {
        "name": "url",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Attempts from now on are made at this address, those of earlier events too. It also needs the scope `events:read`.",
        "format": "uri",
        "maxLength": 2048
      },
      {
        "name": "types",
        "in": "body",
        "type": "array",
        "required": false,
        "nullable": false,
        "description": "Replaced whole. Empty: all types but those that must be named. It also needs the scope `events:read`.",
        "items": "string",
        "itemValues": [
          "message.received",
          "message.status",
          "media.stored",
          "otp.status",
          "consent.changed",
          "consent.suspected",
          "contact.changed",
          "contact.merged",
          "contact.deleted",
          "erasure.completed",
          "webhook.disabled",
          "webhook.test",
          "approval.requested",
          "approval.decided"
        ]
      },
      {
        "name": "businessNumberId",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": true,
        "description": "Only events about a text of this business number of the team are posted.",
        "format": "uuid"
      },
      {
        "name": "mode",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": true,
        "description": "Only events of live mode are posted, or only those of test mode. In test mode it stays `test`.",
        "values": [
          "live",
          "test"
        ]
      },
      {
        "name": "enabled",
        "in": "body",
        "type": "boolean",
        "required": false,
        "nullable": false,
        "description": "False disables the endpoint and ends its pending deliveries. True enables it for later events, also after it was\ndisabled for its failures. A replay posts the events in between."
      }
    ]
  },
  "deleteWebhookEndpoint": {
    "description": "Delete a webhook endpoint. Its pending deliveries end.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the endpoint.",
        "format": "uuid"
      }
    ]
  },
  "listWebhookEndpointDeliveries": {
    "description": "List the deliveries to a webhook endpoint, newest first, with the last attempt of each.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the endpoint.",
        "format": "uuid"
      },
      {
        "name": "per_page",
        "in": "query",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "The maximum number of items on a page. A page ends early when its items pass 4 MiB of JSON.",
        "format": "int32",
        "default": 15
      },
      {
        "name": "cursor",
        "in": "query",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The `nextCursor` of the previous page, unchanged. Without a cursor, the first page is returned."
      }
    ]
  },
  "replayWebhookEndpoint": {
    "description": "Post the events since a timestamp to an enabled webhook endpoint again, in the order of their `sequence`. New events\nfollow after them. An endpoint has one replay at a time, and posts it in steps.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the endpoint.",
        "format": "uuid"
      },
      {
        "name": "since",
        "in": "body",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The time of the first event. Events are kept for 30 days.",
        "format": "iso-8601"
      }
    ]
  },
  "rotateWebhookEndpointSecret": {
    "description": "Give a webhook endpoint a new secret. For a day, posts carry the signatures of the new secret and of the previous one.\nThe secret is not in the response: read it separately. At most four replaced secrets sign at a time.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the endpoint.",
        "format": "uuid"
      }
    ]
  },
  "getWebhookEndpointSecret": {
    "description": "Get the secret that signs the posts to a webhook endpoint.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the endpoint.",
        "format": "uuid"
      }
    ]
  },
  "testWebhookEndpoint": {
    "description": "Post an event `webhook.test` to an enabled webhook endpoint, whatever its filters. The response does not wait for the\npost: the list of deliveries has its result.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of the endpoint.",
        "format": "uuid"
      }
    ]
  }
};
