select *
from (
  select *
  from (
    with recursive line as (
      select *
      from (
        select p.team_id, p.line_number_id
        from pending_message p
        where p.status = 'scheduled' and p.line_number_id is not null
        order by p.team_id, p.line_number_id
        limit 1
      ) as f
      union all
      select n.team_id, n.line_number_id
      from line as l
      cross join lateral (
        select p.team_id, p.line_number_id
        from pending_message p
        where p.status = 'scheduled' and p.line_number_id is not null
          and (p.team_id, p.line_number_id) > (l.team_id, l.line_number_id)
        order by p.team_id, p.line_number_id
        limit 1
      ) as n
    )
    select l.team_id, l.line_number_id as number_id, coalesce(t.free_at, '-infinity') as free_at
    from line l
    left join lateral (
      select n.free_at, n.line_at
      from number_pace n
      where n.team_id = l.team_id and n.number_id = l.line_number_id
      limit 1
    ) as t on true
    where t.free_at is null or t.free_at <= clock_timestamp() + make_interval(secs => 0.5)
      or (t.line_at <= clock_timestamp() and t.free_at <= clock_timestamp() + make_interval(secs => 2.5))
  ) as line
) as found
order by free_at
limit $1::int
