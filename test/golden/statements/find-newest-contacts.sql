select clock_timestamp() as now, c.*
from unnest($1::uuid[]) as a (team_id)
left join lateral (
  select team_id, ordinal, created_at
  from contact
  where team_id = a.team_id and ordinal >= 0
  order by created_at desc, id desc
  limit 1
) c on true
