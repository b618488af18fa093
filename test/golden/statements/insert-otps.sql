insert into otp (team_id, id, api_key_id, test_mode, recipient_id, business_number_id, phone_number, code_hash, length,
  lifetime_seconds, expires_at, status, attempts, delivery_status, provider_id, simulated_outcome, created_at,
  updated_at)
select team_id, id, api_key_id, test_mode, recipient_id, business_number_id, phone, code_hash, length, lifetime_seconds,
  expires_at, status, 0, delivery_status, provider_id, simulated_outcome, now, now
from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::boolean[], $5::text[], $6::uuid[], $7::text[], $8::bytea[],
  $9::smallint[], $10::smallint[], $11::timestamptz[], $12::text[], $13::timestamptz[], $14::text[], $15::text[],
  $16::text[]) as a (team_id, id, api_key_id, test_mode, recipient_id, business_number_id, phone, code_hash, length,
  lifetime_seconds, expires_at, status, now, delivery_status, provider_id, simulated_outcome)
