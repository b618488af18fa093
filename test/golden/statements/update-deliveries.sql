update webhook_delivery d
set status = a.status,
  attempt_count = a.attempt,
  next_attempt_at = a.next_attempt_at,
  updated_at = greatest(d.updated_at, a.started_at)
from unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::timestamptz[], $6::timestamptz[]) as a (team_id, id,
  attempt, status, next_attempt_at, started_at)
where d.team_id = a.team_id and d.id = a.id and d.status = 'pending' and d.attempt_count = a.attempt - 1
returning d.id
