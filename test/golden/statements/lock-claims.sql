select
from idempotency_key k
join unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::text[]) as a (team_id, api_key_id, test_mode, key)
  on k.team_id = a.team_id and k.api_key_id = a.api_key_id and k.test_mode = a.test_mode and k.key = a.key
order by k.team_id, k.api_key_id, k.test_mode, k.key
for update of k
