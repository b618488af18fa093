insert into consent_event (team_id, id, phone_number, consent, source, keyword, message_id, provider_id, signature,
  sequence, created_at, occurred_at)
select *
from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::uuid[], $8::text[], $9::text[],
  $10::bigint[], $11::timestamptz[], $12::timestamptz[]) as a (team_id, id, phone, consent, source, keyword, message_id,
  provider_id, signature, sequence, now, occurred_at)
