select a.team_id, a.test_mode, a.recipient_id, o.id, o.code_hash, o.status, o.attempts, o.expires_at
from unnest($1::uuid[], $2::boolean[], $3::text[]) as a (team_id, test_mode, recipient_id)
cross join lateral (
  select o.id, o.code_hash, o.status, o.attempts, o.expires_at
  from otp o
  where o.team_id = a.team_id and o.test_mode = a.test_mode and o.recipient_id = a.recipient_id
    and o.status in ('pending', 'verified')
  -- At most one row matches. Without the limit and without statistics, the planner would read all of the team's.
  limit 1
) o
