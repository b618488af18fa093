select a.team_id, a.id, lower(a.company) as company, c.compared
from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[])
with ordinality as a (team_id, id, name, company, place)
cross join lateral (
  select count(*)::int as compared
  from (
    select
    from contact
    where team_id = a.team_id and lower(company) = lower(a.company) and company is not null and not is_crowded
      and not is_in_large_company
    limit 32
  ) as each
) c
