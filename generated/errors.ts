// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * Every error code with its statuses, default messages and next steps. If a code has several entries, the first entry is
 * the usual one. A next step may depend on the cause of a failed delivery.
 */
export const errors = {
  "missing_team_context": [
    {
      "status": 401,
      "message": "The API key is missing or not valid.",
      "nextStep": "Send a valid API key in the header X-API-Key."
    }
  ],
  "license_inactive": [
    {
      "status": 403,
      "message": "The team's license does not cover live requests; test mode still works.",
      "nextStep": "Use the key with the suffix _test, or have the license renewed by the operator."
    }
  ],
  "insufficient_scope": [
    {
      "status": 403,
      "message": "The API key does not have a scope that this needs.",
      "nextStep": "Use another key, or have the operator add the scope that WWW-Authenticate names."
    }
  ],
  "recipient_not_allowed": [
    {
      "status": 403,
      "message": "The API key may not text this phone number.",
      "nextStep": "Do not try another way: the operator decides whom this key may text."
    }
  ],
  "budget_exceeded": [
    {
      "status": 403,
      "message": "The segments that the API key may send today are used up; the next day begins at midnight UTC.",
      "nextStep": "Wait until midnight UTC, or have the operator raise the limit. GET /api/key says what is left."
    }
  ],
  "not_found": [
    {
      "status": 404,
      "message": "There is no such route.",
      "nextStep": "Look the route up in the reference, at /docs."
    }
  ],
  "method_not_allowed": [
    {
      "status": 405,
      "message": "This route does not answer that method.",
      "nextStep": "Use a method that the header Allow names."
    }
  ],
  "validation_error": [
    {
      "status": 422,
      "message": "The request is not valid.",
      "nextStep": "Correct the fields that the details name, then ask again."
    },
    {
      "status": 400,
      "message": "The request cannot be read: its URL or its JSON body is malformed.",
      "nextStep": "Correct the URL or the JSON as the message says, then ask again."
    }
  ],
  "not_acceptable": [
    {
      "status": 406,
      "message": "The answer is application/json, which the Accept header excludes.",
      "nextStep": "Accept application/json, or leave the header out."
    }
  ],
  "foreign_origin": [
    {
      "status": 403,
      "message": "The request comes from a web page of another origin.",
      "nextStep": "Ask from a program, or from a page of this installation's own address."
    }
  ],
  "payload_too_large": [
    {
      "status": 413,
      "message": "The request body is too large.",
      "nextStep": "Ask for less at once."
    }
  ],
  "unsupported_media_type": [
    {
      "status": 415,
      "message": "The request body is of a type that is not taken here; send application/json.",
      "nextStep": "Send JSON with the header Content-Type: application/json."
    }
  ],
  "rate_limited": [
    {
      "status": 429,
      "message": "Too many requests with this API key; retry after the seconds that Retry-After names.",
      "nextStep": "Wait for the seconds of Retry-After, then ask again."
    }
  ],
  "server_error": [
    {
      "status": 500,
      "message": "The server failed; the request may be repeated with the same Idempotency-Key.",
      "nextStep": "Repeat it with the same Idempotency-Key; if that fails, tell the operator the requestId."
    },
    {
      "status": 503,
      "message": "The database is away or busy for the moment; repeat the request.",
      "nextStep": "Repeat it in a few seconds, a write with the same Idempotency-Key."
    }
  ],
  "invalid_idempotency_key": [
    {
      "status": 400,
      "message": "The Idempotency-Key must have 1 to 255 characters.",
      "nextStep": "Choose a key within these limits, or give none."
    }
  ],
  "idempotency_key_mismatch": [
    {
      "status": 422,
      "message": "This Idempotency-Key was used with a different request.",
      "nextStep": "Choose a new key for a new request; repeat a request unchanged under its own."
    }
  ],
  "idempotency_in_progress": [
    {
      "status": 409,
      "message": "The first request with this Idempotency-Key is still being worked on; repeat it in a moment.",
      "nextStep": "Repeat the same request with the same key in a few seconds."
    }
  ],
  "invalid_signature": [
    {
      "status": 401,
      "message": "The callback is not signed with the provider's auth token.",
      "nextStep": "Sign with the secret and the public address that the server has. `messaging doctor` checks both."
    }
  ],
  "invalid_phone": [
    {
      "status": 422,
      "message": "The phone number must be in E.164 format, such as +12025550123, and possible in its country.",
      "nextStep": "Give the number with a plus sign and its country code; never guess the country."
    }
  ],
  "invalid_thread": [
    {
      "status": 422,
      "message": "The threadId is not valid, or names another phone number than phone_number does.",
      "nextStep": "Take the id from the list of threads, or give phone_number instead."
    }
  ],
  "message_required_or_empty": [
    {
      "status": 422,
      "message": "The message must have 1 to 160 characters, or to 1,600 at POST /api/messages, and not only white space.",
      "nextStep": "Shorten the text, or divide it into several texts."
    }
  ],
  "invalid_sender": [
    {
      "status": 422,
      "message": "The sender is not one of the team's active business numbers, or was given beside threadId.",
      "nextStep": "Take the name of an active one from the list of business numbers, or leave it out."
    }
  ],
  "message_not_found": [
    {
      "status": 404,
      "message": "There is no such text in this mode.",
      "nextStep": "Look for its id in the list of texts. A text of test mode needs the key in test mode."
    }
  ],
  "too_many_segments": [
    {
      "status": 422,
      "message": "The text has more segments than maxSegments allows.",
      "nextStep": "Shorten the text, or raise maxSegments if the longer text is worth its price."
    }
  ],
  "invalid_send_at": [
    {
      "status": 422,
      "message": "The sendAt must be a timestamp with its offset, from one minute to 35 days ahead.",
      "nextStep": "Give a time such as 2026-11-21T18:00:00+01:00, or leave sendAt out to send now."
    }
  ],
  "quiet_hours": [
    {
      "status": 409,
      "message": "It is night for the recipient, by the quiet hours of the team.",
      "nextStep": "Send it with the nextAllowedAt of this answer as sendAt, or with quietHours ignore if it cannot wait."
    }
  ],
  "campaign_not_found": [
    {
      "status": 404,
      "message": "There is no campaign of this name in this mode, or all of its texts were handed over or canceled long ago.",
      "nextStep": "Look for the name in the campaign of the texts that wait. A campaign of test mode needs the key in test mode."
    }
  ],
  "message_not_cancelable": [
    {
      "status": 409,
      "message": "The text does not wait: it was handed over, received or canceled.",
      "nextStep": "Nothing can be done: GET /api/messages/{id} says what became of it."
    }
  ],
  "message_in_progress": [
    {
      "status": 409,
      "message": "The text waits or is being sent, so it is neither redacted nor deleted.",
      "nextStep": "Cancel a text that waits. Try again once a text that is being sent was sent or has failed."
    }
  ],
  "approval_not_found": [
    {
      "status": 404,
      "message": "There is no such approval in this mode: the text never waited for one, or was canceled over 30 days ago.",
      "nextStep": "Look for its id in the list of approvals. A text of test mode needs the key in test mode."
    }
  ],
  "approval_already_decided": [
    {
      "status": 409,
      "message": "The text was approved, rejected or canceled already, or nobody decided within 24 hours.",
      "nextStep": "Nothing can be done: GET /api/approvals/{id} says what became of it."
    }
  ],
  "approval_canceled": [
    {
      "status": 409,
      "message": "The text was canceled, because it cannot be sent any more.",
      "nextStep": "Nothing can be done: the errorCode of GET /api/messages/{id} says why."
    }
  ],
  "thread_not_found": [
    {
      "status": 404,
      "message": "There is no such thread.",
      "nextStep": "Look for its id in the list of threads."
    }
  ],
  "sending_number_not_resolved": [
    {
      "status": 422,
      "message": "The team has no active business number to send this from.",
      "nextStep": "Add a business number or activate one, or name an active one as sender."
    }
  ],
  "recipient_opted_out": [
    {
      "status": 409,
      "message": "The recipient has opted out of this team's messages.",
      "nextStep": "Do not try again: only the recipient can opt in again, by texting START."
    }
  ],
  "message_failed": [
    {
      "status": 502,
      "message": "The provider refused the message.",
      "nextStep": {
        "recipient": "Check the phone number. Nobody was texted, so it may be sent again.",
        "content": "Change the text: nobody was texted, and the same text would be refused again.",
        "number": "Send from another business number, or tell the operator the code. Nobody was texted.",
        "account": "Tell the operator the code before you send anything again. Nobody was texted.",
        "capacity": "Wait a minute before sending it again, and send more slowly. Nobody was texted.",
        "unreachable": "Send it again in a few minutes. Nobody was texted."
      }
    }
  ],
  "invalid_since": [
    {
      "status": 422,
      "message": "The since parameter must be an ISO 8601 timestamp.",
      "nextStep": "Give a timestamp such as 2026-11-21T10:15:30Z."
    }
  ],
  "consent_conflict": [
    {
      "status": 409,
      "message": "The opt-in is not later than an opt-out of the phone, so it does not count.",
      "nextStep": "Ask the person again, or give the occurredAt of an opt-in that came after the opt-out."
    }
  ],
  "suspected_revocation_not_found": [
    {
      "status": 404,
      "message": "There is no such suspected revocation.",
      "nextStep": "Look for its id in the list of suspected revocations."
    }
  ],
  "suspected_revocation_decided": [
    {
      "status": 409,
      "message": "The suspected revocation was decided already, or a later consent of the phone has superseded it.",
      "nextStep": "Read the consent of the phone; record another one if it is wrong."
    }
  ],
  "media_not_found": [
    {
      "status": 404,
      "message": "There is no such file.",
      "nextStep": "Take the id from a message: its media have their ids."
    }
  ],
  "media_not_stored": [
    {
      "status": 409,
      "message": "The file is not stored: it is still being fetched from the provider, or could not be fetched.",
      "nextStep": "Look at its state in the message: a pending file is stored soon, another one never."
    }
  ],
  "media_not_supported": [
    {
      "status": 422,
      "message": "The sending number or the carrier does not send pictures and other files.",
      "nextStep": "Send from a number whose capabilities have mms, or send the text without files."
    }
  ],
  "media_type_not_allowed": [
    {
      "status": 422,
      "message": "The content of the file is of no type that carriers send.",
      "nextStep": "Upload a picture, a sound, a video, a PDF, a vCard or a calendar, as the bytes of the body."
    }
  ],
  "media_quota_exceeded": [
    {
      "status": 403,
      "message": "The team has uploaded too many files that no text uses.",
      "nextStep": "Send the files that wait for a text, or wait until they are deleted."
    }
  ],
  "contact_not_found": [
    {
      "status": 404,
      "message": "There is no such contact.",
      "nextStep": "Look for its id in the list of contacts."
    }
  ],
  "contact_phone_not_found": [
    {
      "status": 404,
      "message": "The contact has no such phone number.",
      "nextStep": "Read the contact: its phones have their ids."
    }
  ],
  "ambiguous_contact_match": [
    {
      "status": 409,
      "message": "Several contacts have this phone number or external id, and nothing says which one is meant.",
      "nextStep": "Name the contact by its id, or merge the duplicates first."
    }
  ],
  "contact_identity_conflict": [
    {
      "status": 409,
      "message": "The id, external id and phone numbers belong to different contacts.",
      "nextStep": "Give only what names one of them, or merge the two first."
    }
  ],
  "multiple_contacts_found": [
    {
      "status": 409,
      "message": "Several contacts have this phone number.",
      "nextStep": "Search the contacts with this number as query and choose one, or merge them."
    }
  ],
  "contact_changed": [
    {
      "status": 409,
      "message": "The contact has changed after unchangedSince, so it was not deleted.",
      "nextStep": "Read the contact again; if it is still to be deleted, send its updatedAt as unchangedSince."
    }
  ],
  "cannot_merge_same_contact": [
    {
      "status": 422,
      "message": "A contact cannot be merged with itself.",
      "nextStep": "Give the ids of two different contacts."
    }
  ],
  "invalid_merge_strategy": [
    {
      "status": 422,
      "message": "The strategy must be prefer_target, prefer_source, prefer_non_null or append, and be given for fields that merge.",
      "nextStep": "Choose one of these strategies, for name, company, role, externalId, metadata, tags or notes."
    }
  ],
  "external_id_conflict": [
    {
      "status": 409,
      "message": "The contacts have different external ids; say with fields.externalId which one stays.",
      "nextStep": "Say in fields.externalId whose stays: prefer_target or prefer_source."
    }
  ],
  "merge_changed": [
    {
      "status": 409,
      "message": "The contacts, or the strategies, are others than those of the fingerprint, so nothing was merged.",
      "nextStep": "Preview the merge again, and send its new fingerprint if the result is still what you want."
    }
  ],
  "merge_not_found": [
    {
      "status": 404,
      "message": "The team has no such merge, or it is too long ago.",
      "nextStep": "Look for its id in the list of merges."
    }
  ],
  "merge_already_undone": [
    {
      "status": 409,
      "message": "The merge was undone before.",
      "nextStep": "Nothing is to be done: both contacts are there."
    }
  ],
  "merge_undo_conflict": [
    {
      "status": 409,
      "message": "The target has changed since the merge, or the contacts of before cannot be there again.",
      "nextStep": "Send keepLater to keep the later changes. If the target was merged, undo that merge first."
    }
  ],
  "duplicate_contact_phone": [
    {
      "status": 409,
      "message": "The contact has this phone number already.",
      "nextStep": "Give each number once."
    }
  ],
  "cannot_delete_last_contact_phone": [
    {
      "status": 409,
      "message": "A contact keeps at least one phone number.",
      "nextStep": "Add another phone number first."
    }
  ],
  "invalid_recipient_id": [
    {
      "status": 422,
      "message": "The recipient_id must have 1 to 255 characters, not only white space.",
      "nextStep": "Give a user's id, an email address or a session within these limits."
    }
  ],
  "invalid_message": [
    {
      "status": 422,
      "message": "The message must have 1 to 160 characters, or to 1,600 at POST /api/messages, and not only white space.",
      "nextStep": "Shorten the text; the code is added to it."
    }
  ],
  "invalid_lifetime": [
    {
      "status": 422,
      "message": "The lifetime must be a whole number of seconds from 30 to 600.",
      "nextStep": "Give a number within these limits, or leave it out for 180."
    }
  ],
  "invalid_length": [
    {
      "status": 422,
      "message": "The length must be 6, 7 or 8 digits.",
      "nextStep": "Give one of these numbers, or leave it out for 6."
    }
  ],
  "invalid_otp_format": [
    {
      "status": 422,
      "message": "The otp must be a text of 6 to 8 digits.",
      "nextStep": "Give the code as the recipient typed it, as a text of digits only."
    }
  ],
  "otp_invalid": [
    {
      "status": 422,
      "message": "The code is wrong, or the recipient has no valid passcode.",
      "nextStep": "Ask for the code once more; generate a new one if it stays wrong."
    }
  ],
  "otp_already_verified": [
    {
      "status": 409,
      "message": "The passcode was verified already.",
      "nextStep": "Nothing is left to do; generate a new one for another verification."
    }
  ],
  "otp_expired": [
    {
      "status": 410,
      "message": "The passcode has expired; generate a new one.",
      "nextStep": "Generate a new one; the old code stays invalid."
    }
  ],
  "otp_max_attempts": [
    {
      "status": 409,
      "message": "The passcode was guessed wrong too often; generate a new one.",
      "nextStep": "Generate a new one; the old code stays invalid."
    }
  ],
  "business_number_not_found": [
    {
      "status": 404,
      "message": "There is no such business number.",
      "nextStep": "Look for its id in the list of business numbers."
    }
  ],
  "duplicate_business_number_name": [
    {
      "status": 409,
      "message": "The team has another business number with this name.",
      "nextStep": "Choose another name."
    }
  ],
  "duplicate_business_number_phone": [
    {
      "status": 409,
      "message": "This phone number is a business number already.",
      "nextStep": "Look for it in the list of business numbers; another team may have it."
    }
  ],
  "invalid_business_number_status": [
    {
      "status": 422,
      "message": "The status must be active or paused, and the business number must be in a status that allows this.",
      "nextStep": "Only an active number can become primary, and an archived one cannot change."
    }
  ],
  "cannot_delete_primary_business_number": [
    {
      "status": 409,
      "message": "The primary business number cannot be archived; make another one primary first.",
      "nextStep": "Make another active number primary, then archive this one."
    }
  ],
  "webhook_endpoint_not_found": [
    {
      "status": 404,
      "message": "There is no such webhook endpoint.",
      "nextStep": "Look for its id in the list of webhook endpoints."
    }
  ],
  "simulated_text_not_found": [
    {
      "status": 404,
      "message": "There is no such text of the simulated carrier in this mode.",
      "nextStep": "Look for its id in the list of simulated texts, with the key of the mode that it was sent in."
    }
  ],
  "erasure_not_found": [
    {
      "status": 404,
      "message": "The team has no such erasure.",
      "nextStep": "Look for its id in the list of erasures."
    }
  ],
  "erasure_in_progress": [
    {
      "status": 409,
      "message": "The phone number is being erased already, or the team has too many erasures that are not through yet.",
      "nextStep": "Wait until the status of the running erasure is watching: GET /api/erasures lists them."
    }
  ]
} as const;

export type ErrorCode = keyof typeof errors;
