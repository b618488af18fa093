select a.team_id, a.by, a.value, c.id
from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[]) as a (team_id, by, value, id)
cross join lateral (
  (
    select id
    from contact
    where team_id = a.team_id and id = a.id
    limit 1
  )
  union all (
    select id
    from contact
    where a.by = 'externalId' and team_id = a.team_id and external_id = a.value
    order by created_at desc, id desc
    limit $5
  )
  union all (
    select contact_id
    from contact_phone
    where a.by = 'phone' and team_id = a.team_id and phone_number = a.value
    order by contact_created_at desc, contact_id desc
    limit $6
  )
) c
