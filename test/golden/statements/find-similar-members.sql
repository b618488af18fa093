with member as materialized (
  select g.team_id, g.id as group_id, m.id, m.name, m.is_crowded
  from unnest($1::uuid[], $2::uuid[]) as g (team_id, id)
  cross join lateral (
    select id, name, is_crowded
    from contact
    where team_id = g.team_id and name_group_id = g.id and (team_id, id) not in (
      select *
      from unnest($3::uuid[], $4::uuid[]) as x (team_id, id)
    )
    order by created_at desc, id desc
    limit 101
  ) m
), exact as (
  select team_id, group_id
  from member
  group by team_id, group_id
  having count(*) <= 100
)
select team_id, group_id, a.id as a, b.id as b
from exact
join member a using (team_id, group_id)
join member b using (team_id, group_id)
where a.id < b.id and similarity(a.name, b.name) >= 0.5
