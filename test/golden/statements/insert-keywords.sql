insert into callback (id, kind, content, fields, provider_id, record_id, record_team_id, test_mode, provider_account_id,
  signature, received_at, team_id, outcome, processed_at)
select id, kind,
  case when is_duplicate and kind = 'inbound' then (content::jsonb - 'media') || '{"text": ""}' else content::jsonb end,
  case when is_duplicate and kind = 'inbound' then '{}' else fields::jsonb end, provider_id, record_id, record_team_id,
  test_mode, provider_account_id, case when not is_repeated then signature end, now, team_id,
  case when is_duplicate then 'duplicate' end, case when is_duplicate then now end
from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::uuid[], $8::boolean[],
  $9::uuid[], $10::text[], $11::uuid[], $12::boolean[], $13::boolean[], $14::timestamptz[])
with ordinality as a (id, kind, content, fields, provider_id, record_id, record_team_id, test_mode, provider_account_id,
  signature, team_id, is_duplicate, is_repeated, now, ord)
order by ord
on conflict (id) do nothing
