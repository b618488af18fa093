with feed as (
  update event_feed
  set last_sequence = last_sequence + $1::int
  where team_id = $2 and is_open
  returning last_sequence - $3::int as first_sequence
), added as (
  insert into event (team_id, sequence, id, type, test_mode, business_number_id, data, created_at)
  select $4::uuid, first_sequence + ord, id, type, test_mode, business_number_id, data, now
  from feed
  cross join unnest($5::uuid[], $6::text[], $7::boolean[], $8::uuid[], $9::text[], $10::timestamptz[])
  with ordinality as a (id, type, test_mode, business_number_id, data, now, ord)
  order by ord
)
select pg_notify($11, $12)
from feed
