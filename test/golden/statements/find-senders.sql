select distinct on (a.ord) a.ord, n.id, n.phone_number
from unnest($1::int[], $2::uuid[], $3::text[]) as a (ord, team_id, sender)
join business_number n on n.team_id = a.team_id and n.status = 'active'
  and (n.id::text = lower(a.sender) or n.phone_number = a.sender or lower(n.name) = lower(a.sender))
order by a.ord, n.id::text = lower(a.sender) desc, n.phone_number = a.sender desc
