select a.ord, n.id, n.phone_number, n.status = 'active' as active, t.contact_phone
from unnest($1::int[], $2::uuid[], $3::uuid[]) as a (ord, team_id, thread_id)
cross join lateral (
  select *
  from thread t
  where t.team_id = a.team_id and t.id = a.thread_id
  limit 1
) t
join business_number n on n.team_id = t.team_id and n.id = t.business_number_id
