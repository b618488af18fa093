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
