insert into callback (id, kind, fields, record_id, record_team_id, test_mode, signature, received_at, team_id, outcome,
  processed_at)
select id, kind, fields::jsonb, record_id, record_team_id, test_mode, case when not is_repeated then signature end, now,
  team_id, case when is_duplicate then 'duplicate' end, case when is_duplicate then now end
from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::uuid[], $6::boolean[], $7::text[], $8::uuid[],
  $9::boolean[], $10::boolean[], $11::timestamptz[])
with ordinality as a (id, kind, fields, record_id, record_team_id, test_mode, signature, team_id, is_duplicate,
  is_repeated, now, ord)
order by ord
on conflict (id) do nothing
