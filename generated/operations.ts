// Generated from spec/ by `npm run generate`. Do not edit.

/** The operations of the service. */
export const operations = {
  "listBusinessNumbers": {
    "area": "business-numbers",
    "method": "GET",
    "path": "/api/business-numbers",
    "auth": "apiKey",
    "once": null,
    "callsProvider": false,
    "takesForm": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "List business numbers"
  },
  "createBusinessNumber": {
    "area": "business-numbers",
    "method": "POST",
    "path": "/api/business-numbers",
    "auth": "apiKey",
    "once": "transaction",
    "callsProvider": false,
    "takesForm": false,
    "status": 201,
    "contentType": "application/json",
    "defaults": [
      "type",
      "isPrimary"
    ],
    "summary": "Create a business number"
  },
  "getBusinessNumber": {
    "area": "business-numbers",
    "method": "GET",
    "path": "/api/business-numbers/{id}",
    "auth": "apiKey",
    "once": null,
    "callsProvider": false,
    "takesForm": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Get a business number"
  },
  "updateBusinessNumber": {
    "area": "business-numbers",
    "method": "PATCH",
    "path": "/api/business-numbers/{id}",
    "auth": "apiKey",
    "once": "transaction",
    "callsProvider": false,
    "takesForm": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Update a business number"
  },
  "archiveBusinessNumber": {
    "area": "business-numbers",
    "method": "DELETE",
    "path": "/api/business-numbers/{id}",
    "auth": "apiKey",
    "once": "transaction",
    "callsProvider": false,
    "takesForm": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Archive a business number"
  },
  "makePrimaryBusinessNumber": {
    "area": "business-numbers",
    "method": "POST",
    "path": "/api/business-numbers/{id}/make-primary",
    "auth": "apiKey",
    "once": "transaction",
    "callsProvider": false,
    "takesForm": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Make a business number primary"
  },
  "listContacts": {
    "area": "contacts",
    "method": "GET",
    "path": "/api/contacts",
    "auth": "apiKey",
    "once": null,
    "callsProvider": false,
    "takesForm": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "per_page"
    ],
    "summary": "List contacts"
  },
  "createContact": {
    "area": "contacts",
    "method": "POST",
    "path": "/api/contacts",
    "auth": "apiKey",
    "once": "batch",
    "callsProvider": false,
    "takesForm": false,
    "status": 201,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Create a contact"
  },
  "getContactByPhone": {
    "area": "contacts",
    "method": "GET",
    "path": "/api/contacts/by-phone/{phone}",
    "auth": "apiKey",
    "once": null,
    "callsProvider": false,
    "takesForm": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Get a contact by phone number"
  },
  "listDuplicateContacts": {
    "area": "contacts",
    "method": "GET",
    "path": "/api/contacts/duplicates",
    "auth": "apiKey",
    "once": null,
    "callsProvider": false,
    "takesForm": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "per_page"
    ],
    "summary": "List duplicate contacts"
  },
  "mergeContacts": {
    "area": "contacts",
    "method": "POST",
    "path": "/api/contacts/merge",
    "auth": "apiKey",
    "once": "transaction",
    "callsProvider": false,
    "takesForm": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Merge two contacts"
  },
  "upsertContact": {
    "area": "contacts",
    "method": "POST",
    "path": "/api/contacts/upsert",
    "auth": "apiKey",
    "once": "batch",
    "callsProvider": false,
    "takesForm": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Create or update a contact"
  },
  "getContact": {
    "area": "contacts",
    "method": "GET",
    "path": "/api/contacts/{id}",
    "auth": "apiKey",
    "once": null,
    "callsProvider": false,
    "takesForm": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Get a contact"
  },
  "updateContact": {
    "area": "contacts",
    "method": "PATCH",
    "path": "/api/contacts/{id}",
    "auth": "apiKey",
    "once": "batch",
    "callsProvider": false,
    "takesForm": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Update a contact"
  },
  "addContactPhone": {
    "area": "contacts",
    "method": "POST",
    "path": "/api/contacts/{id}/phone-numbers",
    "auth": "apiKey",
    "once": "transaction",
    "callsProvider": false,
    "takesForm": false,
    "status": 201,
    "contentType": "application/json",
    "defaults": [
      "isPrimary"
    ],
    "summary": "Add a phone number to a contact"
  },
  "updateContactPhone": {
    "area": "contacts",
    "method": "PATCH",
    "path": "/api/contacts/{id}/phone-numbers/{phoneId}",
    "auth": "apiKey",
    "once": "transaction",
    "callsProvider": false,
    "takesForm": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Update a contact's phone number"
  },
  "deleteContactPhone": {
    "area": "contacts",
    "method": "DELETE",
    "path": "/api/contacts/{id}/phone-numbers/{phoneId}",
    "auth": "apiKey",
    "once": "transaction",
    "callsProvider": false,
    "takesForm": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Delete a contact's phone number"
  },
  "listEvents": {
    "area": "events",
    "method": "GET",
    "path": "/api/events",
    "auth": "apiKey",
    "once": null,
    "callsProvider": false,
    "takesForm": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "per_page"
    ],
    "summary": "List events"
  },
  "receiveInboundText": {
    "area": "callbacks",
    "method": "POST",
    "path": "/api/external/sms/inbound",
    "auth": "signature",
    "once": null,
    "callsProvider": false,
    "takesForm": true,
    "status": 200,
    "contentType": "text/xml",
    "defaults": [],
    "summary": "Receive an inbound text"
  },
  "receiveOtpStatus": {
    "area": "callbacks",
    "method": "POST",
    "path": "/api/external/sms/otp-status",
    "auth": "signature",
    "once": null,
    "callsProvider": false,
    "takesForm": true,
    "status": 200,
    "contentType": "text/xml",
    "defaults": [],
    "summary": "Receive the delivery status of a passcode"
  },
  "receiveTextStatus": {
    "area": "callbacks",
    "method": "POST",
    "path": "/api/external/sms/status",
    "auth": "signature",
    "once": null,
    "callsProvider": false,
    "takesForm": true,
    "status": 200,
    "contentType": "text/xml",
    "defaults": [],
    "summary": "Receive the delivery status of a text"
  },
  "generateOtp": {
    "area": "otp",
    "method": "POST",
    "path": "/api/otp/generate",
    "auth": "apiKey",
    "once": "provider",
    "callsProvider": true,
    "takesForm": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "message",
      "lifetime",
      "length"
    ],
    "summary": "Send a one-time passcode"
  },
  "verifyOtp": {
    "area": "otp",
    "method": "POST",
    "path": "/api/otp/verify",
    "auth": "apiKey",
    "once": "batch",
    "callsProvider": false,
    "takesForm": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Verify a one-time passcode"
  },
  "sendText": {
    "area": "messaging",
    "method": "POST",
    "path": "/api/text",
    "auth": "apiKey",
    "once": "provider",
    "callsProvider": true,
    "takesForm": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Send a text"
  },
  "listThreads": {
    "area": "threads",
    "method": "GET",
    "path": "/api/threads",
    "auth": "apiKey",
    "once": null,
    "callsProvider": false,
    "takesForm": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "per_page"
    ],
    "summary": "List threads"
  },
  "getThread": {
    "area": "threads",
    "method": "GET",
    "path": "/api/threads/{id}",
    "auth": "apiKey",
    "once": null,
    "callsProvider": false,
    "takesForm": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Get a thread"
  },
  "listThreadMessages": {
    "area": "threads",
    "method": "GET",
    "path": "/api/threads/{id}/messages",
    "auth": "apiKey",
    "once": null,
    "callsProvider": false,
    "takesForm": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "per_page"
    ],
    "summary": "List the messages of a thread"
  },
  "listThreadReplies": {
    "area": "threads",
    "method": "GET",
    "path": "/api/threads/{id}/replies",
    "auth": "apiKey",
    "once": null,
    "callsProvider": false,
    "takesForm": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "per_page"
    ],
    "summary": "List the replies in a thread"
  },
  "getDocs": {
    "area": "service",
    "method": "GET",
    "path": "/docs",
    "auth": "none",
    "once": null,
    "callsProvider": false,
    "takesForm": false,
    "status": 200,
    "contentType": "text/html",
    "defaults": [],
    "summary": "Get the API reference"
  },
  "getHealth": {
    "area": "service",
    "method": "GET",
    "path": "/healthz",
    "auth": "none",
    "once": null,
    "callsProvider": false,
    "takesForm": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Check liveness"
  },
  "getMetrics": {
    "area": "service",
    "method": "GET",
    "path": "/metrics",
    "auth": "none",
    "once": null,
    "callsProvider": false,
    "takesForm": false,
    "status": 200,
    "contentType": "text/plain; version=0.0.4",
    "defaults": [],
    "summary": "Get metrics"
  },
  "getContract30": {
    "area": "service",
    "method": "GET",
    "path": "/openapi-3.0.json",
    "auth": "none",
    "once": null,
    "callsProvider": false,
    "takesForm": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Get the OpenAPI 3.0 document"
  },
  "getContractJson": {
    "area": "service",
    "method": "GET",
    "path": "/openapi.json",
    "auth": "none",
    "once": null,
    "callsProvider": false,
    "takesForm": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Get the OpenAPI document as JSON"
  },
  "getContract": {
    "area": "service",
    "method": "GET",
    "path": "/openapi.yaml",
    "auth": "none",
    "once": null,
    "callsProvider": false,
    "takesForm": false,
    "status": 200,
    "contentType": "application/yaml",
    "defaults": [],
    "summary": "Get the OpenAPI document"
  },
  "getReadiness": {
    "area": "service",
    "method": "GET",
    "path": "/readyz",
    "auth": "none",
    "once": null,
    "callsProvider": false,
    "takesForm": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Check readiness"
  }
} as const;

/** Other transports for the same operations. */
export const transports = {
  "callMcp": {
    "area": "mcp",
    "method": "POST",
    "path": "/api/mcp",
    "auth": "apiKey",
    "once": null,
    "callsProvider": false,
    "takesForm": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Call the MCP server"
  }
} as const;

/** All routes that the server handles. */
export const routes = { ...operations, ...transports } as const;

export type OperationId = keyof typeof operations;

export type RouteId = keyof typeof routes;
