delete from webhook_target t
where t.team_id = $1::uuid and t.name = $2 and t.leased_by = $3::uuid and t.due_at = t.leased_until and not exists (
  select
  from webhook_delivery d
  where d.team_id = $4::uuid and d.target = $5 and d.status = 'pending'
)
