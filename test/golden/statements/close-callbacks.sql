update callback c
set outcome = a.outcome,
  team_id = a.team_id,
  processed_at = $1::timestamptz
from unnest($2::uuid[], $3::text[], $4::uuid[]) as a (id, outcome, team_id)
where c.id = a.id
