insert into webhook_target as t (team_id, name, due_at, is_door)
select *
from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::boolean[]) as a (team_id, name, due_at, is_door)
on conflict (team_id, name) do update set due_at = excluded.due_at
where t.due_at > excluded.due_at
