select
from unnest($1::uuid[]) as a (id)
cross join lateral (
  select
  from message m
  where m.team_id = $2 and m.id = a.id
  limit 1
  for update
) as m
