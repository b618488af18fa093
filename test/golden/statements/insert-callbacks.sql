insert into callback (id, kind, content, fields, provider_id, record_id, record_team_id, test_mode, provider_account_id,
  signature, received_at, team_id, outcome, processed_at)
select id, kind,
  case when is_duplicate and kind = 'inbound' then (content::jsonb - 'media') || '{"text": ""}' else content::jsonb end,
  case when is_duplicate and kind = 'inbound' then '{}' else fields::jsonb end, provider_id, record_id, record_team_id,
  test_mode, provider_account_id, case when not is_duplicate then signature end, now, team_id,
  case when is_duplicate then 'duplicate' end, case when is_duplicate then now end
from (
  select a.*, clock.now, first.team_id, first.id is not null or $1::boolean as is_duplicate
  from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::uuid[], $8::uuid[], $9::boolean[],
    $10::uuid[], $11::text[])
  with ordinality as a (id, kind, content, fields, provider_id, record_id, record_team_id, test_mode,
    provider_account_id, signature, ord)
  cross join (
    select clock_timestamp() as now
  ) as clock
  left join lateral (
    select c.id, c.team_id
    from callback c
    where c.signature = a.signature
      and (c.outcome is null or c.outcome not in ('unknown_number', 'unknown_message', 'unreadable'))
      and (a.provider_id is not null or c.provider_id is not null or c.received_at > clock.now - interval '1 minute')
    limit 1
  ) as first on true
) as judged
order by ord
