select
from unnest($1::uuid[]) as a (id)
cross join lateral (
  select
  from otp o
  where o.team_id = $2 and o.id = a.id
  limit 1
  for update
) o
