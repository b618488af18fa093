with candidate as (
  select *
  from unnest($1::int[], $2::uuid[], $3::text[], $4::uuid[]) as a (ord, team_id, provider_id, record_id)
)
select distinct on (ord) ord, team_id, id
from (
  select a.ord, t.team_id, t.id, 1 as choice
  from candidate a
  cross join lateral (
    select team_id, id
    from message t
    where t.team_id = a.team_id and t.provider_id = a.provider_id and direction = 'outbound'
    limit 1
  ) t
  union all
  select a.ord, t.team_id, t.id, 2
  from candidate a
  cross join lateral (
    select team_id, id
    from message t
    where t.team_id = a.team_id and t.id = a.record_id and direction = 'outbound'
    limit 1
  ) t
) text
order by ord, choice
