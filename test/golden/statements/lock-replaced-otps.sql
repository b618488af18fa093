select
from (
  select o.team_id, o.id, a.now
  from unnest($1::boolean[], $2::text[], $3::timestamptz[]) as a (test_mode, recipient_id, now)
  cross join lateral (
    select o.team_id, o.id
    from otp o
    where o.team_id = $4 and o.test_mode = a.test_mode and o.recipient_id = a.recipient_id
      and o.status in ('pending', 'verified')
    limit 1
  ) o
  order by o.id
) a
cross join lateral (
  select
  from otp o
  where o.team_id = $5 and o.id = a.id
  limit 1
  for update
) o
