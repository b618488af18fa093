insert into duplicate_group as d (team_id, reason, key, newest_created_at, newest_id)
select k.team_id, k.reason, k.key, (array_agg(created_at order by created_at desc, id desc))[1],
  (array_agg(id order by created_at desc, id desc))[1]
from unnest($1::uuid[], $2::text[], $3::text[]) as k (team_id, reason, key)
cross join lateral (
  (
    select contact_id, contact_created_at
    from contact_phone
    where k.reason = 'same_phone' and team_id = k.team_id and phone_number = k.key
    order by contact_created_at desc, contact_id desc
    limit $4
  )
  union all (
    select id, created_at
    from contact
    where k.reason = 'same_external_id' and team_id = k.team_id and external_id = k.key
    order by created_at desc, id desc
    limit $5
  )
  union all (
    select id, created_at
    from contact
    where k.reason = 'similar_name' and team_id = k.team_id
      and name_group_id = case k.reason when 'similar_name' then k.key::uuid end
    order by created_at desc, id desc
    limit $6
  )
) as m (id, created_at)
group by k.team_id, k.reason, k.key
having count(*) > 1
on conflict (team_id, reason, key) do update set newest_created_at = excluded.newest_created_at,
  newest_id = excluded.newest_id
where d.newest_id <> excluded.newest_id
