update message m
set status = case when (m.status = 'failed' and m.error_code is not distinct from $1)
  or (case (case when m.status in ('queued', 'sending') then 'sent' else m.simulated_outcome end) when 'queued' then 0
  when 'sending' then 1 when 'sent' then 2 when 'delivered' then 3 when 'undelivered' then 3 when 'failed' then 3
  when 'read' then 4 end > case m.status when 'queued' then 0 when 'sending' then 1 when 'sent' then 2
  when 'delivered' then 3 when 'undelivered' then 3 when 'failed' then 3 when 'read' then 4 end
  and ((case when m.status in ('queued', 'sending') then 'sent' else m.simulated_outcome end) <> 'read'
  or m.status not in ('undelivered', 'failed'))) then (case when m.status in ('queued', 'sending') then 'sent'
  else m.simulated_outcome end) else m.status end,
  error_code = case when m.status = 'sent' and m.simulated_outcome = 'undelivered' then $2 else m.error_code end,
  simulated_outcome = case when m.status in ('queued', 'sending') then m.simulated_outcome end,
  updated_at = $3::timestamptz
from (
  select a.team_id, a.id
  from unnest($4::uuid[], $5::uuid[]) as a (team_id, id)
  cross join lateral (
    select
    from message t
    where t.team_id = a.team_id and t.id = a.id and t.simulated_outcome is not null
    limit 1
    for update skip locked
  ) t
) due
where m.team_id = due.team_id and m.id = due.id
returning m.team_id, m.id, m.status as status, m.error_code, status_callback as status_callback
