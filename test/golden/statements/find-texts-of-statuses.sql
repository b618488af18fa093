with candidate as (
  select a.ord, a.rank, a.team_id as team_id, a.provider_id, a.record_id
  from unnest($1::int[], $2::int[], $3::uuid[], $4::text[], $5::uuid[]) as a (ord, rank, team_id, provider_id,
    record_id)
)
select distinct on (ord) ord, team_id, id
from (
  select a.ord, a.rank, t.team_id, t.id, 1 as choice
  from candidate a
  cross join lateral (
    select team_id, id
    from message t
    where t.team_id = a.team_id and t.provider_id = a.provider_id and direction = 'outbound'
    limit 1
  ) t
  union all
  select a.ord, a.rank, t.team_id, t.id, 2
  from candidate a
  cross join lateral (
    select team_id, id
    from message t
    where t.team_id = a.team_id and t.id = a.record_id and direction = 'outbound'
    limit 1
  ) t
) text
order by ord, rank, choice, team_id
