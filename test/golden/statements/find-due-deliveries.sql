select d.team_id, d.id, d.url, d.payload, a.attempt
from unnest($1::uuid[], $2::uuid[], $3::int[]) as a (team_id, delivery_id, attempt)
join webhook_delivery d on d.team_id = a.team_id and d.id = a.delivery_id and d.status = 'pending'
  and d.attempt_count = a.attempt - 1
