update message t
set status = case when a.reported is not null
  and ((t.status = 'failed' and t.error_code is not distinct from $1) or case
  when (t.status = 'failed' and t.error_code is not distinct from $2)
  or (case a.reported when 'queued' then 0 when 'sending' then 1 when 'sent' then 2 when 'delivered' then 3
  when 'undelivered' then 3 when 'failed' then 3 when 'read' then 4 end > case t.status when 'queued' then 0
  when 'sending' then 1 when 'sent' then 2 when 'delivered' then 3 when 'undelivered' then 3 when 'failed' then 3
  when 'read' then 4 end and (a.reported <> 'read' or t.status not in ('undelivered', 'failed'))) then a.reported
  else t.status end <> t.status) then case when (t.status = 'failed' and t.error_code is not distinct from $3)
  or (case a.reported when 'queued' then 0 when 'sending' then 1 when 'sent' then 2 when 'delivered' then 3
  when 'undelivered' then 3 when 'failed' then 3 when 'read' then 4 end > case t.status when 'queued' then 0
  when 'sending' then 1 when 'sent' then 2 when 'delivered' then 3 when 'undelivered' then 3 when 'failed' then 3
  when 'read' then 4 end and (a.reported <> 'read' or t.status not in ('undelivered', 'failed'))) then a.reported
  else t.status end else t.status end,
  error_code = case when a.reported is not null
  and ((t.status = 'failed' and t.error_code is not distinct from $4) or case
  when (t.status = 'failed' and t.error_code is not distinct from $5)
  or (case a.reported when 'queued' then 0 when 'sending' then 1 when 'sent' then 2 when 'delivered' then 3
  when 'undelivered' then 3 when 'failed' then 3 when 'read' then 4 end > case t.status when 'queued' then 0
  when 'sending' then 1 when 'sent' then 2 when 'delivered' then 3 when 'undelivered' then 3 when 'failed' then 3
  when 'read' then 4 end and (a.reported <> 'read' or t.status not in ('undelivered', 'failed'))) then a.reported
  else t.status end <> t.status) then a.error_code else t.error_code end,
  provider_id = coalesce(t.provider_id, a.provider_id),
  simulated_outcome = case
  when coalesce(case a.reported when 'queued' then 0 when 'sending' then 1 when 'sent' then 2 when 'delivered' then 3
  when 'undelivered' then 3 when 'failed' then 3 when 'read' then 4 end >= 3, false) then null
  else t.simulated_outcome end,
  updated_at = greatest(t.updated_at, $6::timestamptz)
from unnest($7::uuid[], $8::uuid[], $9::text[], $10::text[], $11::text[]) as a (team_id, id, provider_id, reported,
  error_code)
where t.team_id = a.team_id and t.id = a.id
  and (t.provider_id is null or (a.reported is not null and ((t.status = 'failed'
  and t.error_code is not distinct from $12)
  or case when (t.status = 'failed' and t.error_code is not distinct from $13)
  or (case a.reported when 'queued' then 0 when 'sending' then 1 when 'sent' then 2 when 'delivered' then 3
  when 'undelivered' then 3 when 'failed' then 3 when 'read' then 4 end > case t.status when 'queued' then 0
  when 'sending' then 1 when 'sent' then 2 when 'delivered' then 3 when 'undelivered' then 3 when 'failed' then 3
  when 'read' then 4 end and (a.reported <> 'read' or t.status not in ('undelivered', 'failed'))) then a.reported
  else t.status end <> t.status)))
returning t.id, t.status as status, t.error_code, status_callback as status_callback
