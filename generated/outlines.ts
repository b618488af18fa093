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
}

/** What a client that does not read the whole contract knows of an operation. */
export interface Outline {
  description: string;
  fields: readonly Field[];
}

/** What the areas of the contract are about. */
export const areas: Record<string, string> = {
  "messaging": "Outbound texts.",
  "threads": "Conversations with a phone.",
  "business-numbers": "The team's sending numbers.",
  "service": "The service itself: its contract, its health and its metrics."
};

export type OutlinedId =
  | "listBusinessNumbers"
  | "createBusinessNumber"
  | "getBusinessNumber"
  | "updateBusinessNumber"
  | "archiveBusinessNumber"
  | "makePrimaryBusinessNumber"
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
        "description": "Where replies to this text are posted: an http or https address.",
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
