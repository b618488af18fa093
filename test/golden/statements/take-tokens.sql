insert into rate_bucket as b (team_id, api_key_id, tokens, granted, refilled_at)
select team_id, api_key_id, $1::int - least(asked, $2::int), least(asked, $3::int), clock_timestamp()
from unnest($4::uuid[], $5::uuid[], $6::int[]) as a (team_id, api_key_id, asked)
order by team_id, api_key_id
on conflict (team_id, api_key_id) do update set tokens = least($7::float8,
  greatest(0, b.tokens) + greatest(0, extract(epoch from excluded.refilled_at - b.refilled_at)) * $8::float8) - least(excluded.granted,
  floor(least($9::float8,
  greatest(0, b.tokens) + greatest(0, extract(epoch from excluded.refilled_at - b.refilled_at)) * $10::float8))::int),
  granted = least(excluded.granted,
  floor(least($11::float8, greatest(0, b.tokens) + greatest(0, extract(epoch from excluded.refilled_at - b.refilled_at)) * $12::float8))::int),
  refilled_at = greatest(b.refilled_at, excluded.refilled_at)
returning b.api_key_id, b.tokens, b.granted, clock_timestamp() as now, (
  select revision
  from key_revision
) as revision
