insert into otp (team_id, id, test_mode, recipient_id, business_number_id, phone_number, code_hash, length,
  lifetime_seconds, expires_at, status, attempts, delivery_status, created_at, updated_at)
select team_id, id, test_mode, recipient_id, business_number_id, phone, code_hash, length, lifetime_seconds, expires_at,
  status, 0, 'queued', now, now
from unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::text[], $5::uuid[], $6::text[], $7::bytea[], $8::smallint[],
  $9::smallint[], $10::timestamptz[], $11::text[], $12::timestamptz[]) as a (team_id, id, test_mode, recipient_id,
  business_number_id, phone, code_hash, length, lifetime_seconds, expires_at, status, now)
