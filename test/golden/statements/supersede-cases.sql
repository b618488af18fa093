update suspected_revocation s
set status = 'superseded',
  decided_at = a.now
from unnest($1::uuid[], $2::text[], $3::timestamptz[]) as a (team_id, phone, now)
where s.team_id = a.team_id and s.phone_number = a.phone and s.status = 'open'
