update webhook_endpoint e
set position = a.position,
  published_at = a.published_at,
  replay_until = a.replay_until
from unnest($1::uuid[], $2::bigint[], $3::timestamptz[], $4::bigint[]) as a (id, position, published_at, replay_until)
where e.team_id = $5::uuid and e.id = a.id
