select
from unnest($1::uuid[], $2::uuid[]) as a (team_id, id)
cross join lateral (
  select
  from otp m
  where m.team_id = a.team_id and m.id = a.id
  limit 1
  for update
) as m
