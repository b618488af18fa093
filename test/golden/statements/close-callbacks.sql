update callback c
set outcome = a.outcome,
  team_id = a.team_id,
  processed_at = $1::timestamptz,
  content = case when a.outcome = 'duplicate' and c.kind = 'inbound' then (c.content - 'media') || '{"text": ""}'
  else c.content end,
  fields = case when a.outcome = 'duplicate' and c.kind = 'inbound' then '{}' else c.fields end
from unnest($2::uuid[], $3::text[], $4::uuid[]) as a (id, outcome, team_id)
where c.id = a.id
