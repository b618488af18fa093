update otp m
set delivery_status = case when a.is_known
  or m.delivery_status = 'queued' then case when (m.delivery_status = 'failed' and m.error_code is not distinct from $1)
  or (case a.status when 'queued' then 0 when 'sending' then 1 when 'sent' then 2 when 'delivered' then 3
  when 'undelivered' then 3 when 'failed' then 3 when 'read' then 4 end > case m.delivery_status when 'queued' then 0
  when 'sending' then 1 when 'sent' then 2 when 'delivered' then 3 when 'undelivered' then 3 when 'failed' then 3
  when 'read' then 4 end and (a.status <> 'read' or m.delivery_status not in ('undelivered', 'failed'))) then a.status
  else m.delivery_status end else m.delivery_status end,
  provider_id = coalesce(m.provider_id, a.provider_id),
  error_code = case when a.is_known
  and (m.delivery_status = 'failed' and m.error_code is not distinct from $2) then a.error_code
  else coalesce(m.error_code, a.error_code) end,
  simulated_outcome = a.simulated_outcome,
  updated_at = greatest(m.updated_at, a.now)
from unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::boolean[],
  $10::timestamptz[]) as a (team_id, id, status, provider_id, error_code, simulated_outcome, is_known, now)
where m.team_id = a.team_id and m.id = a.id
returning m.id, m.delivery_status as status
