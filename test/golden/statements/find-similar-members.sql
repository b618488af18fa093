with member as materialized (
  select g.id as group_id, m.id, m.name, m.is_crowded
  from unnest($1::uuid[], $2::uuid[]) as g (team_id, id)
  cross join lateral (
    select id, name, is_crowded
    from contact
    where team_id = g.team_id and name_group_id = g.id and id <> all ($3::uuid[])
    order by created_at desc, id desc
    limit 101
  ) m
), exact as (
  select group_id
  from member
  group by group_id
  having count(*) <= 100
)
select a.id as a, b.id as b
from exact
join member a using (group_id)
join member b using (group_id)
where a.id < b.id and similarity(a.name, b.name) >= 0.5
