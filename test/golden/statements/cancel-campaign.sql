update pending_message p
set status = 'canceled',
  body = case when p.discards then '' else p.body end,
  media = case when p.discards then '[]' else p.media end,
  updated_at = $1::timestamptz
from (
  select team_id, id, status
  from pending_message
  where team_id = $2 and test_mode = $3 and campaign = $4 and status in ('scheduled', 'held')
  limit 1000
  for update skip locked
) as w
where p.team_id = w.team_id and p.id = w.id
returning p.id, w.status as was
