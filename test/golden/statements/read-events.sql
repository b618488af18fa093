select f.last_sequence::text as last, e.*
from event_feed f
left join lateral (
  select sequence::text, id, type, test_mode, business_number_id, data, created_at
  from event
  where team_id = $1 and sequence > $2::bigint and sequence <= $3::bigint
  order by event.sequence
  limit $4::int
) e on true
where f.team_id = $5
order by e.sequence::bigint
