select n.team_id, n.id, n.phone_number
from (
  select distinct team_id
  from unnest($1::uuid[]) as team_id
) as a
join business_number n on n.team_id = a.team_id and n.status = 'active'
where n.is_primary or not exists (
  select
  from business_number other
  where other.team_id = n.team_id and other.status = 'active' and other.id <> n.id
)
