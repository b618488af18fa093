select id, url, types, business_number_id, test_mode, position::text, replay_until::text, published_at,
  clock_timestamp() as now
from webhook_endpoint
where team_id = $1::uuid and disabled_at is null and deleted_at is null and position < (
  select last_sequence
  from event_feed
  where team_id = $2::uuid
)
order by id for no key
update skip locked
