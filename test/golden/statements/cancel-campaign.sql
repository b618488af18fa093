update pending_message waiting
set status = 'canceled',
  body = case when waiting.discards then '' else waiting.body end,
  media = case when waiting.discards then '[]' else waiting.media end,
  updated_at = $1::timestamptz
from (
  select team_id, id, status
  from pending_message
  where team_id = $2 and test_mode = $3 and campaign = $4 and status in ('scheduled', 'held')
  limit 1000
  for update skip locked
) as found
where waiting.team_id = found.team_id and waiting.id = found.id
returning waiting.id, found.status as was
