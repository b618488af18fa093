update otp o
set status = 'replaced',
  updated_at = greatest(o.updated_at, a.now)
from (
  select o.team_id, o.id, a.now
  from unnest($1::uuid[], $2::boolean[], $3::text[], $4::timestamptz[]) as a (team_id, test_mode, recipient_id, now)
  cross join lateral (
    select o.team_id, o.id
    from otp o
    where o.team_id = a.team_id and o.test_mode = a.test_mode and o.recipient_id = a.recipient_id
      and o.status in ('pending', 'verified')
    limit 1
  ) o
) a
where o.team_id = a.team_id and o.id = a.id
