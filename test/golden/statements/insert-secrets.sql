insert into webhook_secret (team_id, id, secret, created_at)
select *
from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[]) as a (team_id, id, secret, now)
on conflict (team_id)
where expires_at is null do nothing
