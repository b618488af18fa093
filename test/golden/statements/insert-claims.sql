insert into idempotency_key as k (team_id, api_key_id, test_mode, key, fingerprint, resource_id, created_at, status,
  body)
select team_id, api_key_id, test_mode, key, fingerprint, resource_id, now, null::smallint, null
from unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::text[], $5::uuid[], $6::bytea[],
  $7::timestamptz[]) as a (team_id, api_key_id, test_mode, key, resource_id, fingerprint, now)
order by team_id, api_key_id, test_mode, key
on conflict (team_id, api_key_id, test_mode, key) do update set fingerprint = excluded.fingerprint,
  resource_id = excluded.resource_id,
  created_at = excluded.created_at,
  status = excluded.status,
  body = excluded.body
where excluded.created_at - k.created_at >= '86400000000 microseconds'::interval
returning team_id, api_key_id, test_mode, key
