// Generated from spec/ by `npm run generate`. Do not edit.

/** The operations of the service. */
export const operations = {
  "fetchTwilioAccount": {
    "area": "twilio",
    "method": "GET",
    "path": "/2010-04-01/Accounts/{AccountSid}.json",
    "auth": "account",
    "door": "twilio",
    "scopes": [],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Get the team by a Twilio client"
  },
  "listTwilioNumbers": {
    "area": "twilio",
    "method": "GET",
    "path": "/2010-04-01/Accounts/{AccountSid}/IncomingPhoneNumbers.json",
    "auth": "account",
    "door": "twilio",
    "scopes": [
      "numbers:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "PageSize",
      "Page"
    ],
    "summary": "List business numbers by a Twilio client"
  },
  "listTwilioMessages": {
    "area": "twilio",
    "method": "GET",
    "path": "/2010-04-01/Accounts/{AccountSid}/Messages.json",
    "auth": "account",
    "door": "twilio",
    "scopes": [
      "messages:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "PageSize",
      "Page"
    ],
    "summary": "List texts by a Twilio client"
  },
  "createTwilioMessage": {
    "area": "twilio",
    "method": "POST",
    "path": "/2010-04-01/Accounts/{AccountSid}/Messages.json",
    "auth": "account",
    "door": "twilio",
    "scopes": [
      "messages:send"
    ],
    "once": "provider",
    "target": null,
    "callsProvider": true,
    "isTool": false,
    "isDefaultTool": false,
    "status": 201,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Send a text by a Twilio client"
  },
  "fetchTwilioMessage": {
    "area": "twilio",
    "method": "GET",
    "path": "/2010-04-01/Accounts/{AccountSid}/Messages/{Sid}.json",
    "auth": "account",
    "door": "twilio",
    "scopes": [
      "messages:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Get a text by a Twilio client"
  },
  "updateTwilioMessage": {
    "area": "twilio",
    "method": "POST",
    "path": "/2010-04-01/Accounts/{AccountSid}/Messages/{Sid}.json",
    "auth": "account",
    "door": "twilio",
    "scopes": [
      "messages:send"
    ],
    "once": "transaction",
    "target": "path.Sid",
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Cancel or redact a text by a Twilio client"
  },
  "deleteTwilioMessage": {
    "area": "twilio",
    "method": "DELETE",
    "path": "/2010-04-01/Accounts/{AccountSid}/Messages/{Sid}.json",
    "auth": "account",
    "door": "twilio",
    "scopes": [
      "messages:send"
    ],
    "once": "transaction",
    "target": "path.Sid",
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 204,
    "contentType": "",
    "defaults": [],
    "summary": "Delete a text by a Twilio client"
  },
  "listApprovals": {
    "area": "approvals",
    "method": "GET",
    "path": "/api/approvals",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "messages:approve"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "status",
      "per_page"
    ],
    "summary": "List approvals"
  },
  "getApproval": {
    "area": "approvals",
    "method": "GET",
    "path": "/api/approvals/{id}",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "messages:approve"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Get an approval"
  },
  "approveText": {
    "area": "approvals",
    "method": "POST",
    "path": "/api/approvals/{id}/approve",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "messages:approve"
    ],
    "once": "provider",
    "target": "path.id",
    "callsProvider": true,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Approve a text"
  },
  "rejectText": {
    "area": "approvals",
    "method": "POST",
    "path": "/api/approvals/{id}/reject",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "messages:approve"
    ],
    "once": "transaction",
    "target": "path.id",
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Reject a text"
  },
  "listAuditEvents": {
    "area": "audit",
    "method": "GET",
    "path": "/api/audit-events",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "audit:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "per_page"
    ],
    "summary": "List audit events"
  },
  "listBusinessNumbers": {
    "area": "business-numbers",
    "method": "GET",
    "path": "/api/business-numbers",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "numbers:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": true,
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
    "door": null,
    "scopes": [
      "numbers:write"
    ],
    "once": "transaction",
    "target": "answer.businessNumber.id",
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": true,
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
    "door": null,
    "scopes": [
      "numbers:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": true,
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
    "door": null,
    "scopes": [
      "numbers:write"
    ],
    "once": "transaction",
    "target": "path.id",
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": true,
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
    "door": null,
    "scopes": [
      "numbers:write"
    ],
    "once": "transaction",
    "target": "path.id",
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": true,
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
    "door": null,
    "scopes": [
      "numbers:write"
    ],
    "once": "transaction",
    "target": "path.id",
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": true,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Make a business number primary"
  },
  "importConsents": {
    "area": "consents",
    "method": "POST",
    "path": "/api/consent-imports",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "consents:write"
    ],
    "once": "transaction",
    "target": "answer.vendor",
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Import consents"
  },
  "listConsents": {
    "area": "consents",
    "method": "GET",
    "path": "/api/consents",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "consents:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "per_page"
    ],
    "summary": "List the consent log"
  },
  "recordConsent": {
    "area": "consents",
    "method": "POST",
    "path": "/api/consents",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "consents:write"
    ],
    "once": "transaction",
    "target": "answer.consent.id",
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Record a consent"
  },
  "getConsent": {
    "area": "consents",
    "method": "GET",
    "path": "/api/consents/{phone}",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "consents:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": true,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Get the consent of a phone"
  },
  "listMerges": {
    "area": "contacts",
    "method": "GET",
    "path": "/api/contact-merges",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "contacts:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "per_page"
    ],
    "summary": "List merges"
  },
  "undoMerge": {
    "area": "contacts",
    "method": "POST",
    "path": "/api/contact-merges/{id}/undo",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "contacts:write"
    ],
    "once": "transaction",
    "target": "path.id",
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "keepLater"
    ],
    "summary": "Undo a merge"
  },
  "listContacts": {
    "area": "contacts",
    "method": "GET",
    "path": "/api/contacts",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "contacts:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": true,
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
    "door": null,
    "scopes": [
      "contacts:write"
    ],
    "once": "batch",
    "target": "answer.contact.id",
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": true,
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
    "door": null,
    "scopes": [
      "contacts:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": true,
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
    "door": null,
    "scopes": [
      "contacts:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": true,
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
    "door": null,
    "scopes": [
      "contacts:write"
    ],
    "once": "transaction",
    "target": "answer.contact.id",
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": true,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Merge two contacts"
  },
  "previewMerge": {
    "area": "contacts",
    "method": "POST",
    "path": "/api/contacts/merge/preview",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "contacts:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Preview a merge"
  },
  "upsertContact": {
    "area": "contacts",
    "method": "POST",
    "path": "/api/contacts/upsert",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "contacts:write"
    ],
    "once": "batch",
    "target": "answer.contact.id",
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": true,
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
    "door": null,
    "scopes": [
      "contacts:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": true,
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
    "door": null,
    "scopes": [
      "contacts:write"
    ],
    "once": "batch",
    "target": "path.id",
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": true,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Update a contact"
  },
  "deleteContact": {
    "area": "contacts",
    "method": "DELETE",
    "path": "/api/contacts/{id}",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "contacts:write"
    ],
    "once": "transaction",
    "target": "path.id",
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Delete a contact"
  },
  "addContactPhone": {
    "area": "contacts",
    "method": "POST",
    "path": "/api/contacts/{id}/phone-numbers",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "contacts:write"
    ],
    "once": "transaction",
    "target": "path.id",
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": true,
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
    "door": null,
    "scopes": [
      "contacts:write"
    ],
    "once": "transaction",
    "target": "path.id",
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": true,
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
    "door": null,
    "scopes": [
      "contacts:write"
    ],
    "once": "transaction",
    "target": "path.id",
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": true,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Delete a contact's phone number"
  },
  "listErasures": {
    "area": "privacy",
    "method": "GET",
    "path": "/api/erasures",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "privacy:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "per_page"
    ],
    "summary": "List erasures"
  },
  "createErasure": {
    "area": "privacy",
    "method": "POST",
    "path": "/api/erasures",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "privacy:write"
    ],
    "once": "transaction",
    "target": "answer.erasure.id",
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 201,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Erase a person"
  },
  "getErasure": {
    "area": "privacy",
    "method": "GET",
    "path": "/api/erasures/{id}",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "privacy:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Get an erasure"
  },
  "listEvents": {
    "area": "events",
    "method": "GET",
    "path": "/api/events",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "events:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "per_page"
    ],
    "summary": "List events"
  },
  "streamEvents": {
    "area": "events",
    "method": "GET",
    "path": "/api/events/stream",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "events:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "text/event-stream",
    "defaults": [],
    "summary": "Receive events as they happen"
  },
  "receiveInboundText": {
    "area": "callbacks",
    "method": "POST",
    "path": "/api/external/sms/inbound",
    "auth": "signature",
    "door": null,
    "scopes": [],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
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
    "door": null,
    "scopes": [],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
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
    "door": null,
    "scopes": [],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "text/xml",
    "defaults": [],
    "summary": "Receive the delivery status of a text"
  },
  "receiveCarrierText": {
    "area": "callbacks",
    "method": "POST",
    "path": "/api/external/{kind}/{account}/inbound",
    "auth": "carrier",
    "door": null,
    "scopes": [],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "*/*",
    "defaults": [],
    "summary": "Receive an inbound text of another carrier"
  },
  "receiveCarrierStatus": {
    "area": "callbacks",
    "method": "POST",
    "path": "/api/external/{kind}/{account}/status",
    "auth": "carrier",
    "door": null,
    "scopes": [],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "*/*",
    "defaults": [],
    "summary": "Receive a delivery status of another carrier"
  },
  "getKey": {
    "area": "keys",
    "method": "GET",
    "path": "/api/key",
    "auth": "apiKey",
    "door": null,
    "scopes": [],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": true,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Get this API key"
  },
  "uploadMedia": {
    "area": "media",
    "method": "POST",
    "path": "/api/media",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "messages:send"
    ],
    "once": "transaction",
    "target": "answer.media.id",
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 201,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Add a file for texts"
  },
  "getMedia": {
    "area": "media",
    "method": "GET",
    "path": "/api/media/{id}",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "messages:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "*/*",
    "defaults": [],
    "summary": "Get a file of a message"
  },
  "createMediaLink": {
    "area": "media",
    "method": "POST",
    "path": "/api/media/{id}/link",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "messages:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "seconds"
    ],
    "summary": "Create a link to a file"
  },
  "checkMessage": {
    "area": "messages",
    "method": "POST",
    "path": "/api/message-checks",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "messages:send"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "quietHours",
      "maxSegments",
      "retention"
    ],
    "summary": "Check a text before it is sent"
  },
  "listMessages": {
    "area": "messages",
    "method": "GET",
    "path": "/api/messages",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "messages:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": true,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "per_page"
    ],
    "summary": "List texts"
  },
  "sendMessage": {
    "area": "messages",
    "method": "POST",
    "path": "/api/messages",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "messages:send"
    ],
    "once": "provider",
    "target": null,
    "callsProvider": true,
    "isTool": true,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "quietHours",
      "maxSegments",
      "retention"
    ],
    "summary": "Send a text now or later"
  },
  "getMessage": {
    "area": "messages",
    "method": "GET",
    "path": "/api/messages/{id}",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "messages:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": true,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Get a text"
  },
  "deleteMessage": {
    "area": "messages",
    "method": "DELETE",
    "path": "/api/messages/{id}",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "messages:send"
    ],
    "once": "transaction",
    "target": "path.id",
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Delete a text"
  },
  "cancelMessage": {
    "area": "messages",
    "method": "POST",
    "path": "/api/messages/{id}/cancel",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "messages:send"
    ],
    "once": "transaction",
    "target": "path.id",
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Cancel a text that waits"
  },
  "redactMessage": {
    "area": "messages",
    "method": "POST",
    "path": "/api/messages/{id}/redact",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "messages:send"
    ],
    "once": "transaction",
    "target": "path.id",
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Redact a text"
  },
  "listOptOuts": {
    "area": "consents",
    "method": "GET",
    "path": "/api/opt-outs",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "consents:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "per_page"
    ],
    "summary": "List the phones that have opted out"
  },
  "generateOtp": {
    "area": "otp",
    "method": "POST",
    "path": "/api/otp/generate",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "otp:send"
    ],
    "once": "provider",
    "target": null,
    "callsProvider": true,
    "isTool": true,
    "isDefaultTool": true,
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
    "door": null,
    "scopes": [
      "otp:verify"
    ],
    "once": "batch",
    "target": null,
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": true,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Verify a one-time passcode"
  },
  "listPendingMessages": {
    "area": "messages",
    "method": "GET",
    "path": "/api/pending-messages",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "messages:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "status",
      "per_page"
    ],
    "summary": "List texts that wait"
  },
  "cancelCampaign": {
    "area": "messages",
    "method": "POST",
    "path": "/api/pending-messages/cancel",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "messages:send"
    ],
    "once": "transaction",
    "target": "answer.campaign",
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Cancel the texts of a campaign that wait"
  },
  "exportPhoneData": {
    "area": "privacy",
    "method": "GET",
    "path": "/api/phone-data/{phone}",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "privacy:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "per_page"
    ],
    "summary": "Export what is kept about a phone number"
  },
  "advanceSimulatedClock": {
    "area": "simulator",
    "method": "POST",
    "path": "/api/simulator/clock",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "simulator:use"
    ],
    "once": "transaction",
    "target": "answer.advancedSeconds",
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Update the clock of test mode"
  },
  "receiveSimulatedReply": {
    "area": "simulator",
    "method": "POST",
    "path": "/api/simulator/replies",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "simulator:use"
    ],
    "once": "transaction",
    "target": "answer.callbackId",
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 201,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Send a reply from a simulated handset"
  },
  "listSimulatedTexts": {
    "area": "simulator",
    "method": "GET",
    "path": "/api/simulator/texts",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "simulator:use"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "wait",
      "per_page"
    ],
    "summary": "List the texts on simulated handsets"
  },
  "setSimulatedStatus": {
    "area": "simulator",
    "method": "POST",
    "path": "/api/simulator/texts/{id}/status",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "simulator:use"
    ],
    "once": "transaction",
    "target": "path.id",
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Report the status of a simulated text"
  },
  "listSuspectedRevocations": {
    "area": "consents",
    "method": "GET",
    "path": "/api/suspected-revocations",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "consents:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "status",
      "per_page"
    ],
    "summary": "List suspected revocations"
  },
  "decideSuspectedRevocation": {
    "area": "consents",
    "method": "POST",
    "path": "/api/suspected-revocations/{id}/decide",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "consents:write"
    ],
    "once": "transaction",
    "target": "path.id",
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Decide a suspected revocation"
  },
  "sendText": {
    "area": "messaging",
    "method": "POST",
    "path": "/api/text",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "messages:send"
    ],
    "once": "provider",
    "target": null,
    "callsProvider": true,
    "isTool": true,
    "isDefaultTool": true,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "retention"
    ],
    "summary": "Send a text"
  },
  "listThreads": {
    "area": "threads",
    "method": "GET",
    "path": "/api/threads",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "messages:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": true,
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
    "door": null,
    "scopes": [
      "messages:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": true,
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
    "door": null,
    "scopes": [
      "messages:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": true,
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
    "door": null,
    "scopes": [
      "messages:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": true,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "per_page"
    ],
    "summary": "List the replies in a thread"
  },
  "getUsage": {
    "area": "usage",
    "method": "GET",
    "path": "/api/usage",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "messages:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "days"
    ],
    "summary": "Get the usage"
  },
  "listWebhookEndpoints": {
    "area": "webhook-endpoints",
    "method": "GET",
    "path": "/api/webhook-endpoints",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "webhooks:write"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "List webhook endpoints"
  },
  "createWebhookEndpoint": {
    "area": "webhook-endpoints",
    "method": "POST",
    "path": "/api/webhook-endpoints",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "webhooks:write",
      "events:read"
    ],
    "once": "transaction",
    "target": "answer.webhookEndpoint.id",
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Create a webhook endpoint"
  },
  "getWebhookEndpoint": {
    "area": "webhook-endpoints",
    "method": "GET",
    "path": "/api/webhook-endpoints/{id}",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "webhooks:write"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Get a webhook endpoint"
  },
  "updateWebhookEndpoint": {
    "area": "webhook-endpoints",
    "method": "PATCH",
    "path": "/api/webhook-endpoints/{id}",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "webhooks:write"
    ],
    "once": "transaction",
    "target": "path.id",
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Update a webhook endpoint"
  },
  "deleteWebhookEndpoint": {
    "area": "webhook-endpoints",
    "method": "DELETE",
    "path": "/api/webhook-endpoints/{id}",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "webhooks:write"
    ],
    "once": "transaction",
    "target": "path.id",
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Delete a webhook endpoint"
  },
  "listWebhookEndpointDeliveries": {
    "area": "webhook-endpoints",
    "method": "GET",
    "path": "/api/webhook-endpoints/{id}/deliveries",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "webhooks:write"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "per_page"
    ],
    "summary": "List the deliveries to a webhook endpoint"
  },
  "replayWebhookEndpoint": {
    "area": "webhook-endpoints",
    "method": "POST",
    "path": "/api/webhook-endpoints/{id}/replay",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "webhooks:write",
      "events:read"
    ],
    "once": "transaction",
    "target": "path.id",
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Post earlier events to a webhook endpoint again"
  },
  "rotateWebhookEndpointSecret": {
    "area": "webhook-endpoints",
    "method": "POST",
    "path": "/api/webhook-endpoints/{id}/rotate-secret",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "webhooks:write"
    ],
    "once": "transaction",
    "target": "path.id",
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Give a webhook endpoint a new secret"
  },
  "getWebhookEndpointSecret": {
    "area": "webhook-endpoints",
    "method": "GET",
    "path": "/api/webhook-endpoints/{id}/secret",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "webhooks:write",
      "events:read"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Get the secret of a webhook endpoint"
  },
  "testWebhookEndpoint": {
    "area": "webhook-endpoints",
    "method": "POST",
    "path": "/api/webhook-endpoints/{id}/test",
    "auth": "apiKey",
    "door": null,
    "scopes": [
      "webhooks:write"
    ],
    "once": "transaction",
    "target": "path.id",
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Post a test event to a webhook endpoint"
  },
  "getDocs": {
    "area": "service",
    "method": "GET",
    "path": "/docs",
    "auth": "none",
    "door": null,
    "scopes": [],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "text/html",
    "defaults": [],
    "summary": "Get the API reference"
  },
  "getDocsScript": {
    "area": "service",
    "method": "GET",
    "path": "/docs.js",
    "auth": "none",
    "door": null,
    "scopes": [],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "text/javascript",
    "defaults": [],
    "summary": "Get the script of the reference"
  },
  "getHealth": {
    "area": "service",
    "method": "GET",
    "path": "/healthz",
    "auth": "none",
    "door": null,
    "scopes": [],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Check liveness"
  },
  "sendSupabaseSms": {
    "area": "supabase",
    "method": "POST",
    "path": "/hooks/supabase/{account}/send-sms",
    "auth": "hook",
    "door": "supabase",
    "scopes": [
      "otp:send"
    ],
    "once": "provider",
    "target": null,
    "callsProvider": true,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Send the code of a sign-in by Supabase Auth"
  },
  "getInbox": {
    "area": "service",
    "method": "GET",
    "path": "/inbox",
    "auth": "none",
    "door": null,
    "scopes": [],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "text/html",
    "defaults": [],
    "summary": "Get the page of the inbox"
  },
  "getLlmsText": {
    "area": "service",
    "method": "GET",
    "path": "/llms.txt",
    "auth": "none",
    "door": null,
    "scopes": [],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "text/plain",
    "defaults": [],
    "summary": "Get the index for language models"
  },
  "getLinkedMedia": {
    "area": "media",
    "method": "GET",
    "path": "/media/{token}",
    "auth": "none",
    "door": null,
    "scopes": [],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "*/*",
    "defaults": [],
    "summary": "Get a file by its link"
  },
  "getMetrics": {
    "area": "service",
    "method": "GET",
    "path": "/metrics",
    "auth": "none",
    "door": null,
    "scopes": [],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
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
    "door": null,
    "scopes": [],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "doors"
    ],
    "summary": "Get the OpenAPI 3.0 document"
  },
  "getContractJson": {
    "area": "service",
    "method": "GET",
    "path": "/openapi.json",
    "auth": "none",
    "door": null,
    "scopes": [],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "doors"
    ],
    "summary": "Get the OpenAPI document as JSON"
  },
  "getContract": {
    "area": "service",
    "method": "GET",
    "path": "/openapi.yaml",
    "auth": "none",
    "door": null,
    "scopes": [],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/yaml",
    "defaults": [
      "doors"
    ],
    "summary": "Get the OpenAPI document"
  },
  "generateTextbeltOtp": {
    "area": "textbelt",
    "method": "POST",
    "path": "/otp/generate",
    "auth": "doorKey",
    "door": "textbelt",
    "scopes": [
      "otp:send"
    ],
    "once": "provider",
    "target": null,
    "callsProvider": true,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [
      "message",
      "lifetime",
      "length"
    ],
    "summary": "Send a one-time passcode by a Textbelt client"
  },
  "checkTextbeltOtp": {
    "area": "textbelt",
    "method": "GET",
    "path": "/otp/verify",
    "auth": "doorKey",
    "door": "textbelt",
    "scopes": [
      "otp:verify"
    ],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Verify a one-time passcode by a Textbelt client"
  },
  "verifyTextbeltOtp": {
    "area": "textbelt",
    "method": "POST",
    "path": "/otp/verify",
    "auth": "doorKey",
    "door": "textbelt",
    "scopes": [
      "otp:verify"
    ],
    "once": "batch",
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Verify a one-time passcode by a form of a Textbelt client"
  },
  "getPageStyle": {
    "area": "service",
    "method": "GET",
    "path": "/page.css",
    "auth": "none",
    "door": null,
    "scopes": [],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "text/css",
    "defaults": [],
    "summary": "Get the style of the page"
  },
  "getPageScript": {
    "area": "service",
    "method": "GET",
    "path": "/page.js",
    "auth": "none",
    "door": null,
    "scopes": [],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "text/javascript",
    "defaults": [],
    "summary": "Get the script of the page"
  },
  "getPageIcon": {
    "area": "service",
    "method": "GET",
    "path": "/page.svg",
    "auth": "none",
    "door": null,
    "scopes": [],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "image/svg+xml",
    "defaults": [],
    "summary": "Get the icon of the page"
  },
  "getPhone": {
    "area": "service",
    "method": "GET",
    "path": "/phone",
    "auth": "none",
    "door": null,
    "scopes": [],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "text/html",
    "defaults": [],
    "summary": "Get the page of the phone"
  },
  "getReadiness": {
    "area": "service",
    "method": "GET",
    "path": "/readyz",
    "auth": "none",
    "door": null,
    "scopes": [],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Check readiness"
  },
  "getTextbeltStatus": {
    "area": "textbelt",
    "method": "GET",
    "path": "/status/{textId}",
    "auth": "none",
    "door": "textbelt",
    "scopes": [],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Get the status of a text by a Textbelt client"
  },
  "sendTextbeltText": {
    "area": "textbelt",
    "method": "POST",
    "path": "/text",
    "auth": "doorKey",
    "door": "textbelt",
    "scopes": [
      "messages:send"
    ],
    "once": "provider",
    "target": null,
    "callsProvider": true,
    "isTool": false,
    "isDefaultTool": false,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Send a text by a Textbelt client"
  },
  "checkTwilioVerification": {
    "area": "twilio",
    "method": "POST",
    "path": "/v2/Services/{ServiceSid}/VerificationCheck",
    "auth": "account",
    "door": "twilio",
    "scopes": [
      "otp:verify"
    ],
    "once": "batch",
    "target": null,
    "callsProvider": false,
    "isTool": false,
    "isDefaultTool": false,
    "status": 201,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Verify a passcode by a Twilio client"
  },
  "startTwilioVerification": {
    "area": "twilio",
    "method": "POST",
    "path": "/v2/Services/{ServiceSid}/Verifications",
    "auth": "account",
    "door": "twilio",
    "scopes": [
      "otp:send"
    ],
    "once": "provider",
    "target": null,
    "callsProvider": true,
    "isTool": false,
    "isDefaultTool": false,
    "status": 201,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Send a passcode by a Twilio client"
  }
} as const;

/** Other transports for the same operations. */
export const transports = {
  "callMcp": {
    "area": "mcp",
    "method": "POST",
    "path": "/api/mcp",
    "auth": "apiKey",
    "door": null,
    "scopes": [],
    "once": null,
    "target": null,
    "callsProvider": false,
    "isTool": true,
    "isDefaultTool": true,
    "status": 200,
    "contentType": "application/json",
    "defaults": [],
    "summary": "Call the MCP server"
  }
} as const;

/** All routes that the server handles. */
export const routes = { ...operations, ...transports } as const;

export type OperationId = keyof typeof operations;

/** All scopes of API keys. */
export const keyScopes = [
  "messages:read",
  "messages:send",
  "messages:approve",
  "contacts:read",
  "contacts:write",
  "consents:read",
  "consents:write",
  "privacy:read",
  "privacy:write",
  "otp:send",
  "otp:verify",
  "numbers:read",
  "numbers:write",
  "webhooks:write",
  "events:read",
  "audit:read",
  "simulator:use"
] as const;

export type KeyScope = (typeof keyScopes)[number];

/** The scopes that a key has only if they are named. */
export const namedScopes: readonly KeyScope[] = [
  "consents:write",
  "messages:approve",
  "privacy:write"
];

/** The scopes that fields of a body need, beside the scopes of their operation. */
export const fieldScopes: { [Id in OperationId]?: Record<string, KeyScope[]> } = {
  "createBusinessNumber": {
    "inboundWebhookUrl": [
      "webhooks:write",
      "events:read"
    ],
    "autoReplies": [
      "messages:send"
    ]
  },
  "updateBusinessNumber": {
    "inboundWebhookUrl": [
      "webhooks:write",
      "events:read"
    ],
    "autoReplies": [
      "messages:send"
    ]
  },
  "checkMessage": {
    "replyWebhookUrl": [
      "webhooks:write"
    ]
  },
  "sendMessage": {
    "replyWebhookUrl": [
      "webhooks:write"
    ]
  },
  "sendText": {
    "replyWebhookUrl": [
      "webhooks:write"
    ]
  },
  "updateWebhookEndpoint": {
    "url": [
      "events:read"
    ],
    "types": [
      "events:read"
    ]
  },
  "sendTextbeltText": {
    "replyWebhookUrl": [
      "webhooks:write"
    ]
  }
};

export type RouteId = keyof typeof routes;
