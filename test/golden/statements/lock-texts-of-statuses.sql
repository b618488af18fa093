select t.id, t.status
from unnest($1::uuid[], $2::uuid[]) as a (team_id, id)
cross join lateral (
  select t.id, t.status as status
  from message t
  where t.team_id = a.team_id and t.id = a.id
  limit 1
  for update
) t
