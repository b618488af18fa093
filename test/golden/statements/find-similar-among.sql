with named as materialized (
  select *, lower(company) as key
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[])
  with ordinality as a (team_id, id, name, company, place)
)
select a.team_id as "teamId", a.id as "to", b.id, null as "nameGroupId", 0 as "groupSize"
from named a
join named b on b.team_id = a.team_id and b.key = a.key
where b.place < a.place and similarity(b.name, a.name) >= 0.5
