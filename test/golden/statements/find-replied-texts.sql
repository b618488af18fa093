select a.ord, m.id, m.webhook_data, m.reply_webhook_url
from unnest($1::int[], $2::uuid[], $3::uuid[], $4::boolean[]) as a (ord, team_id, thread_id, test_mode)
cross join lateral (
  select id, webhook_data, reply_webhook_url
  from message s
  where s.team_id = a.team_id and s.thread_id = a.thread_id and s.test_mode = a.test_mode
    and s.reply_webhook_url is not null and s.direction = 'outbound'
    and (s.status <> 'failed' or s.provider_id is not null
    or (s.status = 'failed' and s.error_code is not distinct from $5))
  order by s.created_at desc, s.id desc
  limit 1
) m
