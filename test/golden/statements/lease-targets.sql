update webhook_target
set leased_by = $1::uuid,
  leased_until = now() + $2 * interval '1 s',
  due_at = now() + $3 * interval '1 s'
where team_id = $4::uuid and name = $5 and (leased_by = $6::uuid or leased_until is null or leased_until <= now())
returning 1
