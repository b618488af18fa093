select *
from (
  select team_id, id, updated_at
  from message
  where simulated_outcome is not null
) as found
order by updated_at
limit $1::int
