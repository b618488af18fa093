select team_id, id
from message
where simulated_outcome is not null
order by updated_at
limit $1
