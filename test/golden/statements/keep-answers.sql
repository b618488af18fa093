update idempotency_key k
set status = a.status,
  body = a.body
from unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::text[], $5::uuid[], $6::smallint[], $7::text[]) as a (team_id,
  api_key_id, test_mode, key, resource_id, status, body)
where k.team_id = a.team_id and k.api_key_id = a.api_key_id and k.test_mode = a.test_mode and k.key = a.key
  and k.resource_id is not distinct from a.resource_id
