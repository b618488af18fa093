insert into webhook_delivery (team_id, id, endpoint_id, event_id, event_type, target, url, payload, status,
  attempt_count, next_attempt_at, created_at, updated_at)
select $1::uuid, id, endpoint_id, event_id, event_type, target, url, payload, 'pending', 0, created_at, created_at,
  created_at
from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[],
  $9::timestamptz[]) as a (id, endpoint_id, event_id, event_type, target, url, payload, created_at)
