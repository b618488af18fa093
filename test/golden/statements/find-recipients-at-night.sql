select z.time_zone, exists (
  select
  from (
    select t.team_id, t.id
    from thread t
    where t.team_id = a.team_id and t.contact_phone = a.phone
      and (a.business_number_id is null or t.business_number_id = a.business_number_id)
    order by t.business_number_id
  ) as t
  cross join lateral (
    select
    from message m
    where m.team_id = t.team_id and m.thread_id = t.id and m.created_at > a.at - interval '15 minutes'
      and m.direction = 'inbound' and m.test_mode = a.test_mode
    order by m.created_at desc, m.id desc
    limit 1
  ) as m
) as has_just_written
from unnest($1::uuid[], $2::boolean[], $3::text[], $4::uuid[], $5::timestamptz[])
with ordinality as a (team_id, test_mode, phone, business_number_id, at, ord)
cross join lateral (
  select case when count(*) = 1 then min(holder.time_zone) end as time_zone
  from (
    select c.metadata ->> 'timeZone' as time_zone
    from (
      select p.team_id, p.contact_id
      from contact_phone p
      where p.team_id = a.team_id and p.phone_number = a.phone
      order by p.contact_created_at desc, p.contact_id desc
      limit 2
    ) as p
    cross join lateral (
      select c.metadata
      from contact c
      where c.team_id = p.team_id and c.id = p.contact_id
      limit 1
    ) as c
  ) as holder
) as z
order by a.ord
