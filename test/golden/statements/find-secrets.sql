select s.team_id, s.secret, s.created_at, s.expires_at
from unnest($1::uuid[]) as a (team_id)
join webhook_secret s on s.team_id = a.team_id
where s.expires_at is null or s.expires_at > $2::timestamptz
order by s.team_id, s.expires_at desc nulls first
