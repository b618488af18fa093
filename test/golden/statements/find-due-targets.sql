select clock_timestamp() as now, t.team_id, t.name, t.is_own
from (
  select
) as always
left join (
  select team_id, name, true as is_own
  from webhook_target
  where due_at <= now() and leased_by = $1::uuid
  union all (
    select team_id, name, false
    from webhook_target
    where due_at <= now() and (leased_until is null or leased_until <= now()) and leased_by is distinct from $2::uuid
      and team_id <> all ($3::uuid[])
    order by due_at
    limit $4::int
  )
) as t on true
