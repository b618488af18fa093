select t.id, t.status
from unnest($1::uuid[]) as a (id)
cross join lateral (
  select t.id, t.status as status
  from message t
  where t.team_id = $2 and t.id = a.id
  limit 1
  for update
) t
