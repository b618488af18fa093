delete from pending_message p using (
  select a.team_id, a.id
  from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as a (team_id, id, line_number_id)
  cross join lateral (
    select t.status, t.line_number_id
    from pending_message t
    where t.team_id = a.team_id and t.id = a.id
    limit 1
    for update skip locked
  ) t
  where t.status = 'scheduled' and t.line_number_id is not distinct from a.line_number_id
) as due
where p.team_id = due.team_id and p.id = due.id
returning p.*
