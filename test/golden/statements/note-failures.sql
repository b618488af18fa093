update webhook_endpoint e
set failing_since = coalesce(e.failing_since, a.first),
  disabled_at = case when e.failing_since <= a.limit_at then a.last end,
  replay_until = case when e.failing_since <= a.limit_at then null else e.replay_until end
from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[]) as a (team_id, endpoint_id,
  first, last, limit_at)
where e.team_id = a.team_id and e.id = a.endpoint_id and e.disabled_at is null and e.deleted_at is null
  and (e.failing_since is null or e.failing_since <= a.limit_at)
returning e.team_id, e.id, e.failing_since, e.disabled_at
