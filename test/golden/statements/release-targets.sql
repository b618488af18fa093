update webhook_target t
set leased_by = null,
  leased_until = null,
  due_at = least(t.due_at, (
  select min(d.next_attempt_at)
  from webhook_delivery d
  where d.team_id = $1::uuid and d.target = $2 and d.status = 'pending'
))
where t.team_id = $3::uuid and t.name = $4 and t.leased_by = $5::uuid
