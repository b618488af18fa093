insert into pending_message (team_id, id, api_key_id, test_mode, thread_id, business_number_id, line_number_id,
  phone_number, body, segments, encoding, reply_webhook_url, webhook_data, status_callback, status, send_at, expires_at,
  error_code, ignores_quiet_hours, is_quiet, campaign, media, auto_reply, discards, created_at, updated_at)
select *
from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::boolean[], $5::uuid[], $6::uuid[], $7::uuid[], $8::text[],
  $9::text[], $10::int[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::timestamptz[],
  $17::timestamptz[], $18::text[], $19::boolean[], $20::boolean[], $21::text[], $22::jsonb[], $23::text[],
  $24::boolean[], $25::timestamptz[], $26::timestamptz[]) as a (team_id, id, api_key_id, test_mode, thread_id,
  business_number_id, line_number_id, phone_number, body, segments, encoding, reply_webhook_url, webhook_data,
  status_callback, status, send_at, expires_at, error_code, ignores_quiet_hours, is_quiet, campaign, media, auto_reply,
  discards, created_at, updated_at)
