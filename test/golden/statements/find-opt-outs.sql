select distinct a.team_id, a.phone
from unnest($1::uuid[], $2::text[]) as a (team_id, phone)
cross join lateral (
  select
  from opt_out o
  where o.team_id = a.team_id and o.phone_number = a.phone
  limit 1
) o
