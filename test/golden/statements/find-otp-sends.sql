select a.team_id, a.phone, o.created_at
from unnest($1::uuid[], $2::text[]) as a (team_id, phone)
cross join lateral (
  select o.created_at
  from otp o
  where o.team_id = a.team_id and o.phone_number = a.phone and not o.test_mode and o.status <> 'void'
    and o.created_at > $3::timestamptz
  order by o.created_at
) o
order by o.created_at desc
