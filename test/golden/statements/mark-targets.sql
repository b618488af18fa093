insert into webhook_target as t (team_id, name, due_at)
select *
from unnest($1::uuid[], $2::text[], $3::timestamptz[]) as a (team_id, name, due_at)
on conflict (team_id, name) do update set due_at = excluded.due_at
where t.due_at > excluded.due_at
