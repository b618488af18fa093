select a.team_id, a.provider_id
from unnest($1::uuid[], $2::text[]) as a (team_id, provider_id)
cross join lateral (
  select
  from message m
  where m.team_id = a.team_id and m.provider_id = a.provider_id and m.direction = 'inbound'
  limit 1
) m
