select *
from (
  select *
  from (
    with recursive earliest as materialized (
      select team_id, id, send_at
      from pending_message
      where status = 'scheduled' and line_number_id is null and send_at <= $1::timestamptz
      order by send_at
      limit 257
    ), first_of_team as (
      select *
      from (
        select team_id, send_at
        from pending_message
        where status = 'scheduled' and line_number_id is null and (
          select count(*)
          from earliest
        ) > 256
        order by team_id, send_at
        limit 1
      ) as f
      union all
      select n.team_id, n.send_at
      from first_of_team as t
      cross join lateral (
        select p.team_id, p.send_at
        from pending_message p
        where p.status = 'scheduled' and p.line_number_id is null and p.team_id > t.team_id
        order by p.team_id, p.send_at
        limit 1
      ) as n
    ), due_team as materialized (
      select team_id, 256 / count(*) over () + 1 as share
      from first_of_team
      where send_at <= $2::timestamptz
    ), shared as (
      select p.team_id, p.id, p.send_at
      from due_team as t
      cross join lateral (
        select p.team_id, p.id, p.send_at
        from pending_message p
        where p.team_id = t.team_id and p.status = 'scheduled' and p.line_number_id is null
          and p.send_at <= $3::timestamptz
        order by p.send_at
        limit t.share
      ) as p
    )
    select team_id, id, send_at, row_number() over (partition by team_id order by send_at) as turn
    from (
      select *
      from shared
      union all
      select *
      from earliest
      where (
        select count(*)
        from earliest
      ) <= 256
    ) as due
  ) as due
) as found
order by turn, send_at
limit $4::int
