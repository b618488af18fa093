delete from pending_message p using (
  select a.team_id, a.id
  from unnest($1::uuid[], $2::uuid[]) as a (team_id, id)
  cross join lateral (
    select t.status
    from pending_message t
    where t.team_id = a.team_id and t.id = a.id
    limit 1
    for update skip locked
  ) t
  where t.status = 'scheduled'
) as due
where p.team_id = due.team_id and p.id = due.id
returning p.*
