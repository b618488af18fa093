insert into webhook_delivery (team_id, id, message_id, target, url, payload, status, attempt_count, next_attempt_at,
  created_at, updated_at)
select team_id, id, message_id, target, url, payload, 'pending', 0, created_at, created_at, created_at
from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::timestamptz[]) as a (team_id,
  id, message_id, target, url, payload, created_at)
order by team_id, message_id
on conflict (team_id, message_id) do nothing
returning id
