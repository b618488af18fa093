select *
from (
  select team_id, name, is_door
  from webhook_target
  where due_at <= now() and leased_by = $1::uuid
) as found
