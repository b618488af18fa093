update otp o
set attempts = a.attempts,
  updated_at = greatest(o.updated_at, a.guessed_at),
  status = case when a.is_verified then 'verified' else 'pending' end,
  verified_at = case when a.is_verified then a.guessed_at end
from unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::boolean[], $5::timestamptz[], $6::text[]) as a (team_id, id,
  attempts, is_verified, guessed_at, was)
-- The status is a value and not a literal. For a literal the planner could read the whole index of pending passcodes.
where o.team_id = a.team_id and o.id = a.id and o.status = a.was
returning o.id
