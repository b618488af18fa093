// Generated from spec/ by `npm run generate`. Do not edit.

/** What a parameter or a body's field takes. */
export interface Field {
  name: string;
  in: "path" | "query" | "body";
  type: "string" | "integer" | "number" | "boolean" | "array" | "object";
  required: boolean;
  /** Whether null clears it. */
  nullable: boolean;
  description: string;
  format?: string;
  maxLength?: number;
  values?: readonly string[];
  default?: string | number | boolean;
  /** Of an array: what its items are; "mixed" if they may be of several types. */
  items?: "string" | "integer" | "number" | "boolean" | "array" | "object" | "mixed";
  /** The format of those items that are strings. */
  itemFormat?: string;
}

/** What a client that does not read the whole contract knows of an operation. */
export interface Outline {
  description: string;
  fields: readonly Field[];
}

/** What the areas of the contract are about. */
export const areas: Record<string, string> = {
  "callbacks": "What the provider reports: inbound texts and deliveries.",
  "webhooks": "What this service posts to addresses of yours.",
  "messaging": "Outbound texts.",
  "otp": "One-time passcodes sent by text.",
  "threads": "Conversations with a phone.",
  "contacts": "The people a team talks to.",
  "business-numbers": "The team's sending numbers.",
  "mcp": "The same operations as tools, for assistants.",
  "service": "The service itself: its contract, its health and its metrics."
};

export type OutlinedId =
  | "listBusinessNumbers"
  | "createBusinessNumber"
  | "getBusinessNumber"
  | "updateBusinessNumber"
  | "archiveBusinessNumber"
  | "makePrimaryBusinessNumber"
  | "listContacts"
  | "createContact"
  | "getContactByPhone"
  | "listDuplicateContacts"
  | "mergeContacts"
  | "upsertContact"
  | "getContact"
  | "updateContact"
  | "addContactPhone"
  | "updateContactPhone"
  | "deleteContactPhone"
  | "generateOtp"
  | "verifyOtp"
  | "sendText"
  | "listThreads"
  | "getThread"
  | "listThreadMessages"
  | "listThreadReplies";

export const outlines: Record<OutlinedId, Outline> = {
  "listBusinessNumbers": {
    "description": "List the team's business numbers, the oldest first. Archived ones only with `status=archived`.",
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
        "description": "Only the primary number, or all but it."
      }
    ]
  },
  "createBusinessNumber": {
    "description": "Add a business number.",
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
        "name": "settings",
        "in": "body",
        "type": "object",
        "required": false,
        "nullable": false,
        "description": "Any JSON object; its contents are yours."
      },
      {
        "name": "capabilities",
        "in": "body",
        "type": "object",
        "required": false,
        "nullable": false,
        "description": "Any JSON object; its contents are yours."
      }
    ]
  },
  "getBusinessNumber": {
    "description": "Get one business number with its settings, archived ones too.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of a business number.",
        "format": "uuid"
      }
    ]
  },
  "updateBusinessNumber": {
    "description": "Change a business number.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of a business number.",
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
        "name": "settings",
        "in": "body",
        "type": "object",
        "required": false,
        "nullable": true,
        "description": "Replaced whole; null empties them."
      }
    ]
  },
  "archiveBusinessNumber": {
    "description": "Archive a business number: it keeps its history, frees its name, and sends nothing any more.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of a business number.",
        "format": "uuid"
      }
    ]
  },
  "makePrimaryBusinessNumber": {
    "description": "Make an active number the team's primary sending number, in the place of the current one.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of a business number.",
        "format": "uuid"
      }
    ]
  },
  "listContacts": {
    "description": "List contacts, the newest first. Filters are combined: a contact has to pass all of them.",
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
        "description": "Only contacts with exactly this external id.",
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
        "description": "Only contacts that changed after this moment: ISO 8601, without an offset in UTC.",
        "format": "iso-8601"
      },
      {
        "name": "per_page",
        "in": "query",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "How many items a page has.",
        "format": "int32",
        "default": 15
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
  "createContact": {
    "description": "Add a contact.",
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
        "description": "Their phone numbers, all different.",
        "items": "mixed",
        "itemFormat": "e164"
      },
      {
        "name": "company",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Where they work. Contacts of one company with similar names are listed as duplicates.",
        "maxLength": 255
      },
      {
        "name": "role",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "What they do there.",
        "maxLength": 255
      },
      {
        "name": "tags",
        "in": "body",
        "type": "array",
        "required": false,
        "nullable": false,
        "description": "Words to find them by, kept in this order, without repeats.",
        "items": "string"
      },
      {
        "name": "externalId",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Your own id of a contact. Several contacts may have the same one; `GET /api/contacts/duplicates` shows them.",
        "maxLength": 255
      },
      {
        "name": "metadata",
        "in": "body",
        "type": "object",
        "required": false,
        "nullable": false,
        "description": "Any JSON object; its contents are yours."
      },
      {
        "name": "notes",
        "in": "body",
        "type": "array",
        "required": false,
        "nullable": false,
        "description": "What the team wants to remember of them.",
        "items": "string"
      }
    ]
  },
  "getContactByPhone": {
    "description": "Find the contact with a phone number.",
    "fields": [
      {
        "name": "phone",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "A phone number of a contact, in E.164 format.",
        "format": "e164"
      }
    ]
  },
  "listDuplicateContacts": {
    "description": "List groups of contacts that may be the same person: with the same phone number, with the same external id, or with\nsimilar names in the same company. The group with the newest contact comes first. A contact can be in several.",
    "fields": [
      {
        "name": "per_page",
        "in": "query",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "How many items a page has.",
        "format": "int32",
        "default": 15
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
    "description": "Merge two contacts: the source's phones and threads move to the target, and the source is gone.",
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
    "description": "Update the contact with this id, external id or phone number, or add one where there is none. An update changes\nwhat is given, adds phones and takes none away.",
    "fields": [
      {
        "name": "id",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The contact to update.",
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
        "description": "Finds the contact by any of the numbers, and gives it those that it does not have. No phone is taken away.\nRequired when the contact has to be added.",
        "items": "mixed",
        "itemFormat": "e164"
      },
      {
        "name": "company",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Where they work. Contacts of one company with similar names are listed as duplicates.",
        "maxLength": 255
      },
      {
        "name": "role",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "What they do there.",
        "maxLength": 255
      },
      {
        "name": "tags",
        "in": "body",
        "type": "array",
        "required": false,
        "nullable": false,
        "description": "Words to find them by, kept in this order, without repeats.",
        "items": "string"
      },
      {
        "name": "externalId",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Your own id of a contact. Several contacts may have the same one; `GET /api/contacts/duplicates` shows them.",
        "maxLength": 255
      },
      {
        "name": "metadata",
        "in": "body",
        "type": "object",
        "required": false,
        "nullable": false,
        "description": "Any JSON object; its contents are yours."
      },
      {
        "name": "notes",
        "in": "body",
        "type": "array",
        "required": false,
        "nullable": false,
        "description": "What the team wants to remember of them.",
        "items": "string"
      }
    ]
  },
  "getContact": {
    "description": "Get one contact with its phones and notes.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of a contact.",
        "format": "uuid"
      }
    ]
  },
  "updateContact": {
    "description": "Change a contact. Its phones have operations of their own.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of a contact.",
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
        "description": "",
        "maxLength": 255
      },
      {
        "name": "role",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": true,
        "description": "",
        "maxLength": 255
      },
      {
        "name": "externalId",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": true,
        "description": "Your own id of a contact. Several contacts may have the same one; `GET /api/contacts/duplicates` shows them.",
        "maxLength": 255
      },
      {
        "name": "metadata",
        "in": "body",
        "type": "object",
        "required": false,
        "nullable": true,
        "description": "Replaced whole; null empties them."
      },
      {
        "name": "tags",
        "in": "body",
        "type": "array",
        "required": false,
        "nullable": true,
        "description": "Replaced whole, kept in this order, without repeats; null empties them.",
        "items": "string"
      },
      {
        "name": "notes",
        "in": "body",
        "type": "array",
        "required": false,
        "nullable": true,
        "description": "Replaced whole; null empties them.",
        "items": "string"
      }
    ]
  },
  "addContactPhone": {
    "description": "Add a phone to a contact.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of a contact.",
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
        "description": "",
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
    "description": "Change a contact's phone.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of a contact.",
        "format": "uuid"
      },
      {
        "name": "phoneId",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of a contact's phone.",
        "format": "uuid"
      },
      {
        "name": "label",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": true,
        "description": "Null clears it.",
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
    "description": "Take a phone from a contact. When it was the primary one, the oldest one left takes its place.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of a contact.",
        "format": "uuid"
      },
      {
        "name": "phoneId",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of a contact's phone.",
        "format": "uuid"
      }
    ]
  },
  "generateOtp": {
    "description": "Make a one-time passcode and send it. The older passcode of the same `recipient_id` is no longer valid, live and\ntest mode apart. It is sent from the team's primary business number, else its only active one. When the provider\nrefuses the text, the answer is `message_failed` and the passcode is void; when the provider's answer is unknown,\nthe `deliveryStatus` is `sending`, the passcode is valid, and the text is not sent again. An operator may limit\nhow many passcodes a phone is sent in ten minutes; beyond that the answer is `rate_limited`.",
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
        "description": "Whom it is for. An older passcode of the same recipient is no longer valid.",
        "maxLength": 255
      },
      {
        "name": "message",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "The text, of up to 160 Unicode code points before the code is put in. Every `$OTP` in it is replaced by the code;\nwithout one the code is put at its end.",
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
    "description": "Verify what a recipient typed. A right code is right once. A wrong one counts, and after `maxAttempts` of them the\nanswer is `otp_max_attempts`, whatever the code. Without a valid passcode of that recipient the answer is\n`otp_invalid`.",
    "fields": [
      {
        "name": "recipient_id",
        "in": "body",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "Whom the passcode is for.",
        "maxLength": 255
      },
      {
        "name": "otp",
        "in": "body",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "What the recipient typed: 6 to 8 digits."
      }
    ]
  },
  "sendText": {
    "description": "Send a text. The message is stored before the provider is called. When the provider refuses it, the answer is\n`message_failed` and the message stays in its thread as `failed`; when the provider's answer is unknown, the\nstatus is `sending` and the text is not sent again.",
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
        "description": "Where replies are posted from now on, by the webhook `message.received`: an http or https address.",
        "format": "uri",
        "maxLength": 2048
      },
      {
        "name": "webhookData",
        "in": "body",
        "type": "string",
        "required": false,
        "nullable": false,
        "description": "Handed back with every reply that is posted to `replyWebhookUrl`.",
        "maxLength": 100
      }
    ]
  },
  "listThreads": {
    "description": "List threads, the one with the newest message first.",
    "fields": [
      {
        "name": "per_page",
        "in": "query",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "How many items a page has.",
        "format": "int32",
        "default": 15
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
  "getThread": {
    "description": "Get one thread.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of a thread.",
        "format": "uuid"
      }
    ]
  },
  "listThreadMessages": {
    "description": "List a thread's messages, newest first.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of a thread.",
        "format": "uuid"
      },
      {
        "name": "per_page",
        "in": "query",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "How many items a page has.",
        "format": "int32",
        "default": 15
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
  "listThreadReplies": {
    "description": "List the inbound messages of a thread that came after `since`, oldest first. To poll, give the `createdAt` of the\nlast reply you have as the next `since`: no reply is missed and none comes twice.",
    "fields": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "The id of a thread.",
        "format": "uuid"
      },
      {
        "name": "since",
        "in": "query",
        "type": "string",
        "required": true,
        "nullable": false,
        "description": "Only messages that came after this moment.",
        "format": "iso-8601"
      },
      {
        "name": "per_page",
        "in": "query",
        "type": "integer",
        "required": false,
        "nullable": false,
        "description": "How many items a page has.",
        "format": "int32",
        "default": 15
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
  }
};
