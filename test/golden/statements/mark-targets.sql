insert into webhook_target as t (team_id, name, due_at)
select team_id, name, min(due_at)
from unnest($1::uuid[], $2::text[], $3::timestamptz[]) as a (team_id, name, due_at)
group by team_id, name
order by team_id, name collate "C"
on conflict (team_id, name) do update set due_at = excluded.due_at
where t.due_at > excluded.due_at
