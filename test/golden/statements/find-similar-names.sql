with similar_contact as materialized (
  select a.team_id, a.id as to_id, s.id, s.name_group_id
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[])
  with ordinality as a (team_id, id, name, company, place)
  cross join lateral (
    with crowd as (
      select id, name_group_id
      from (
        (
          select id, name, name_group_id
          from contact
          where team_id = a.team_id and lower(company) = lower(a.company) and is_crowded and (team_id, id) not in (
            select *
            from unnest($5::uuid[], $6::uuid[]) as x (team_id, id)
          ) and lower(name) >= lower(a.name)
          order by lower(name)
          limit 10
        )
        union all (
          select id, name, name_group_id
          from contact
          where team_id = a.team_id and lower(company) = lower(a.company) and is_crowded and (team_id, id) not in (
            select *
            from unnest($7::uuid[], $8::uuid[]) as x (team_id, id)
          ) and lower(name) < lower(a.name)
          order by lower(name) desc
          limit 10
        )
      ) as n
      where similarity(name, a.name) >= 0.5
    )
    select id, name_group_id
    from crowd
    union all (
      select id, name_group_id
      from (
        select id, name, name_group_id
        from contact
        where (
          select count(*)
          from crowd
        ) < 10 and team_id = a.team_id and lower(company) = lower(a.company) and company is not null and not is_crowded
          and not is_in_large_company and (team_id, id) not in (
          select *
          from unnest($9::uuid[], $10::uuid[]) as x (team_id, id)
        )
        limit 32
      ) as n
      where similarity(name, a.name) >= 0.5
    )
    union all (
      select id, name_group_id
      from contact
      where (
        select count(*)
        from crowd
      ) < 10 and exists (
        select
        from contact
        where team_id = a.team_id and lower(company) = lower(a.company) and company is not null and not is_crowded
          and is_in_large_company
        limit 1
      ) and team_id = a.team_id and lower(company) = lower(a.company) and company is not null and not is_crowded
        and is_in_large_company and name % a.name and similarity(name, a.name) >= 0.5 and (team_id, id) not in (
        select *
        from unnest($11::uuid[], $12::uuid[]) as x (team_id, id)
      )
      limit 100
    )
  ) s
), name_group as (
  select g.team_id, g.id, m.size
  from (
    select distinct team_id, name_group_id as id
    from similar_contact
    where name_group_id is not null
  ) g
  cross join lateral (
    select count(*)::int as size
    from (
      select
      from contact
      where team_id = g.team_id and name_group_id = g.id and (team_id, id) not in (
        select *
        from unnest($13::uuid[], $14::uuid[]) as x (team_id, id)
      )
      order by created_at desc, id desc
      limit 101
    ) member
  ) m
)
select s.team_id as "teamId", s.to_id as "to", s.id, s.name_group_id as "nameGroupId",
  coalesce(g.size, 0) as "groupSize"
from similar_contact s
left join name_group g on g.team_id = s.team_id and g.id = s.name_group_id
