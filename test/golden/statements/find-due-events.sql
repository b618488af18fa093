select e.url, e.failing_since is not null as is_failing, e.updated_at::text as revision, d.*
from webhook_endpoint e
left join lateral (
  select id, event_id, payload, attempt_count + 1 as attempt, next_attempt_at
  from webhook_delivery
  where team_id = $1::uuid and target = $2 and status = 'pending' and next_attempt_at <= now()
    and (next_attempt_at, id) > ($3::timestamptz, $4::uuid) and id <> all ($5::uuid[])
  order by next_attempt_at, id
  limit $6::int
) d on true
where e.team_id = $7::uuid and e.id = $8::uuid and e.disabled_at is null and e.deleted_at is null
order by d.next_attempt_at, d.id
