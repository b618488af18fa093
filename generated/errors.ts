// Generated from spec/ by `npm run generate`. Do not edit.

/** Every error code with its status and default message. Where a code has several, the first is the usual one. */
export const errors = {
  "missing_team_context": [
    {
      "status": 401,
      "message": "The API key is missing or not valid."
    }
  ],
  "license_inactive": [
    {
      "status": 403,
      "message": "The team's license does not cover live requests; test mode still works."
    }
  ],
  "not_found": [
    {
      "status": 404,
      "message": "There is no such route."
    }
  ],
  "method_not_allowed": [
    {
      "status": 405,
      "message": "This route does not answer that method."
    }
  ],
  "validation_error": [
    {
      "status": 422,
      "message": "The request is not valid."
    },
    {
      "status": 400,
      "message": "The request cannot be read: its URL or its JSON body is malformed."
    }
  ],
  "payload_too_large": [
    {
      "status": 413,
      "message": "The request body is too large."
    }
  ],
  "unsupported_media_type": [
    {
      "status": 415,
      "message": "The request body is of a type that is not taken here; send application/json."
    }
  ],
  "rate_limited": [
    {
      "status": 429,
      "message": "Too many requests with this API key; retry after the seconds that Retry-After names."
    }
  ],
  "server_error": [
    {
      "status": 500,
      "message": "The server failed; the request may be repeated with the same Idempotency-Key."
    },
    {
      "status": 503,
      "message": "The database is away or busy for the moment; repeat the request."
    }
  ],
  "invalid_idempotency_key": [
    {
      "status": 400,
      "message": "The Idempotency-Key must have 1 to 255 characters."
    }
  ],
  "idempotency_key_mismatch": [
    {
      "status": 422,
      "message": "This Idempotency-Key was used with a different request."
    }
  ],
  "idempotency_in_progress": [
    {
      "status": 409,
      "message": "The first request with this Idempotency-Key is still being worked on; repeat it in a moment."
    }
  ],
  "invalid_signature": [
    {
      "status": 401,
      "message": "The callback is not signed with the provider's auth token."
    }
  ],
  "invalid_phone": [
    {
      "status": 422,
      "message": "The phone number must be in E.164 format, such as +12025550123, and possible in its country."
    }
  ],
  "invalid_thread": [
    {
      "status": 422,
      "message": "The threadId is not valid, or names another phone number than phone_number does."
    }
  ],
  "message_required_or_empty": [
    {
      "status": 422,
      "message": "The message must have 1 to 160 characters, not only white space."
    }
  ],
  "invalid_sender": [
    {
      "status": 422,
      "message": "The sender is not one of the team's active business numbers, or was given beside threadId."
    }
  ],
  "thread_not_found": [
    {
      "status": 404,
      "message": "There is no such thread."
    }
  ],
  "sending_number_not_resolved": [
    {
      "status": 422,
      "message": "The team has no active business number to send this from."
    }
  ],
  "recipient_opted_out": [
    {
      "status": 409,
      "message": "The recipient has opted out of this team's messages."
    }
  ],
  "message_failed": [
    {
      "status": 502,
      "message": "The provider refused the message."
    }
  ],
  "invalid_since": [
    {
      "status": 422,
      "message": "The since parameter must be an ISO 8601 timestamp."
    }
  ],
  "contact_not_found": [
    {
      "status": 404,
      "message": "There is no such contact."
    }
  ],
  "contact_phone_not_found": [
    {
      "status": 404,
      "message": "The contact has no such phone number."
    }
  ],
  "ambiguous_contact_match": [
    {
      "status": 409,
      "message": "Several contacts have this phone number or external id, and nothing says which one is meant."
    }
  ],
  "contact_identity_conflict": [
    {
      "status": 409,
      "message": "The id, external id and phone numbers belong to different contacts."
    }
  ],
  "multiple_contacts_found": [
    {
      "status": 409,
      "message": "Several contacts have this phone number."
    }
  ],
  "cannot_merge_same_contact": [
    {
      "status": 422,
      "message": "A contact cannot be merged with itself."
    }
  ],
  "invalid_merge_strategy": [
    {
      "status": 422,
      "message": "The strategy must be prefer_target, prefer_source, prefer_non_null or append, and be given for fields that merge."
    }
  ],
  "external_id_conflict": [
    {
      "status": 409,
      "message": "The contacts have different external ids; say with fields.externalId which one stays."
    }
  ],
  "duplicate_contact_phone": [
    {
      "status": 409,
      "message": "The contact has this phone number already."
    }
  ],
  "cannot_delete_last_contact_phone": [
    {
      "status": 409,
      "message": "A contact keeps at least one phone number."
    }
  ],
  "invalid_recipient_id": [
    {
      "status": 422,
      "message": "The recipient_id must have 1 to 255 characters, not only white space."
    }
  ],
  "invalid_message": [
    {
      "status": 422,
      "message": "The message must have 1 to 160 characters, not only white space."
    }
  ],
  "invalid_lifetime": [
    {
      "status": 422,
      "message": "The lifetime must be a whole number of seconds from 30 to 600."
    }
  ],
  "invalid_length": [
    {
      "status": 422,
      "message": "The length must be 6, 7 or 8 digits."
    }
  ],
  "invalid_otp_format": [
    {
      "status": 422,
      "message": "The otp must be a text of 6 to 8 digits."
    }
  ],
  "otp_invalid": [
    {
      "status": 422,
      "message": "The code is wrong, or the recipient has no valid passcode."
    }
  ],
  "otp_already_verified": [
    {
      "status": 409,
      "message": "The passcode was verified already."
    }
  ],
  "otp_expired": [
    {
      "status": 410,
      "message": "The passcode has expired; generate a new one."
    }
  ],
  "otp_max_attempts": [
    {
      "status": 409,
      "message": "The passcode was guessed wrong too often; generate a new one."
    }
  ],
  "business_number_not_found": [
    {
      "status": 404,
      "message": "There is no such business number."
    }
  ],
  "duplicate_business_number_name": [
    {
      "status": 409,
      "message": "The team has another business number with this name."
    }
  ],
  "duplicate_business_number_phone": [
    {
      "status": 409,
      "message": "This phone number is a business number already."
    }
  ],
  "invalid_business_number_status": [
    {
      "status": 422,
      "message": "The status must be active or paused, and the business number must be in a status that allows this."
    }
  ],
  "cannot_delete_primary_business_number": [
    {
      "status": 409,
      "message": "The primary business number cannot be archived; make another one primary first."
    }
  ]
} as const;

export type ErrorCode = keyof typeof errors;
