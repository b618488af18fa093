with admitted as materialized (
  select k.id, k.team_id, k.key_hash, k.expires_at, k.mode, k.scopes, k.recipients, k.segments_per_day, t.status,
    t.licensed_until, a.asked, clock_timestamp() as now
  from unnest($1::bytea[], $2::int[]) as a (key_hash, asked)
  join api_key k on k.key_hash = a.key_hash and k.revoked_at is null
    and (k.expires_at is null or k.expires_at > clock_timestamp())
  join team t on t.id = k.team_id
), bucket as (
  insert into rate_bucket as b (team_id, api_key_id, tokens, asked, granted, refilled_at)
  select team_id, id, $3::int - least(asked, $4::int), asked, least(asked, $5::int), now
  from admitted
  order by team_id, id
  on conflict (team_id, api_key_id) do update set tokens = least($6::float8,
    b.tokens + greatest(0, extract(epoch from excluded.refilled_at - b.refilled_at)) * $7::float8) - least(excluded.asked,
    floor(least($8::float8,
    b.tokens + greatest(0, extract(epoch from excluded.refilled_at - b.refilled_at)) * $9::float8))::int),
    granted = least(excluded.asked,
    floor(least($10::float8, b.tokens + greatest(0, extract(epoch from excluded.refilled_at - b.refilled_at)) * $11::float8))::int),
    asked = excluded.asked,
    refilled_at = greatest(b.refilled_at, excluded.refilled_at)
  returning b.api_key_id, b.tokens, b.granted
)
select a.key_hash, a.team_id, a.id as api_key_id, a.status, a.licensed_until, a.expires_at, a.mode, a.scopes,
  a.recipients, a.segments_per_day, a.now, b.tokens, b.granted
from admitted a
join bucket b on b.api_key_id = a.id
