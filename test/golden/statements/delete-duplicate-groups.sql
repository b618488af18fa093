delete from duplicate_group d using unnest($1::uuid[], $2::text[], $3::text[]) as k (team_id, reason, key)
where d.team_id = k.team_id and d.reason = k.reason and d.key = k.key and (
  select count(*)
  from (
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
  ) as m
) < 2
