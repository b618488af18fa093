with shown as materialized (
  select a.team_id, t.id, c.name, c.tags
  from unnest($1::uuid[], $2::text[]) as a (team_id, phone)
  cross join lateral (
    -- Ordered as the index of phones, so that PostgreSQL uses no other index, even with a plan for an empty table.
    select id, contact_id, contact_name, contact_tags
    from thread
    where team_id = a.team_id and contact_phone = a.phone
    order by business_number_id
  ) t
  left join lateral (
    select c.name,
      case when pg_column_size("c"."tags") <= 1500 and (pg_column_compression("c"."tags") is null or octet_length("c"."tags"::text) <= 1500) then "c"."tags" end as tags
    from contact c
    where c.team_id = a.team_id and c.id = coalesce(t.contact_id, (
      select p.contact_id
      from contact_phone p
      where p.team_id = a.team_id and p.phone_number = a.phone
      order by p.contact_created_at, p.contact_id
      limit 1
    ))
    limit 1
  ) c on true
  where t.contact_name is distinct from c.name or t.contact_tags is distinct from c.tags
)
update thread t
set contact_name = s.name,
  contact_tags = s.tags
from shown s
where t.team_id = s.team_id and t.id = s.id
