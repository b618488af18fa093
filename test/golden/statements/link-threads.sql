with linked as materialized (
  select a.team_id, t.id, a.contact_id
  from unnest($1::uuid[], $2::uuid[], $3::text[]) as a (team_id, contact_id, phone)
  cross join lateral (
    select id, contact_id
    from thread
    where team_id = a.team_id and contact_phone = a.phone
    order by business_number_id
  ) t
  where t.contact_id is null and (
    -- Ordered as the index of phones, so that PostgreSQL uses no other index, even with a plan for an empty table.
    select p.contact_id
    from contact_phone p
    where p.team_id = a.team_id and p.phone_number = a.phone and p.contact_id <> a.contact_id
    order by p.contact_created_at desc, p.contact_id desc
    limit 1
  ) is null
)
update thread t
set contact_id = l.contact_id
from linked l
where t.team_id = l.team_id and t.id = l.id
