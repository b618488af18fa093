update contact c
set name_group_id = a.name_group_id,
  is_crowded = false,
  is_in_large_company = c.is_in_large_company or c.is_crowded
from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as a (team_id, id, name_group_id)
where c.team_id = a.team_id and c.id = a.id
