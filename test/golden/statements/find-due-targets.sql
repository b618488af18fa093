select *
from (
  select team_id, name, is_door, due_at
  from webhook_target
  where due_at <= now() and (leased_until is null or leased_until <= now()) and leased_by is distinct from $1::uuid
    and team_id <> all ($2::uuid[])
) as found
order by due_at
limit $3::int
