select id, coalesce(event_id, id) as webhook_id, url, payload, attempt_count + 1 as attempt, next_attempt_at
from webhook_delivery
where team_id = $1::uuid and target = $2 and status = 'pending' and next_attempt_at <= now()
  and (next_attempt_at, id) > ($3::timestamptz, $4::uuid) and id <> all ($5::uuid[])
order by next_attempt_at, id
limit $6::int
