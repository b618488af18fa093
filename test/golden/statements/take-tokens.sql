with admitted as materialized (
  select k.id, k.team_id, k.key_hash, k.expires_at, k.mode, k.scopes, k.recipients, k.segments_per_day, t.status,
    t.licensed_until, a.asked, a.ahead, a.returned, clock_timestamp() as now, (
    select revision
    from key_revision
  ) as revision
  from unnest($1::bytea[], $2::int[], $3::int[], $4::int[]) as a (key_hash, asked, ahead, returned)
  join api_key k on k.key_hash = a.key_hash and k.revoked_at is null
    and (k.expires_at is null or k.expires_at > clock_timestamp())
  join team t on t.id = k.team_id
), bucket as (
  insert into rate_bucket as b (team_id, api_key_id, tokens, asked, granted, returned, lent, lent_until, refilled_at)
  select team_id, id, $5::int - least(asked, $6::int), asked, least(asked, $7::int), returned, ahead,
    now + interval '1000 milliseconds', now
  from admitted
  order by team_id, id
  on conflict (team_id,
    api_key_id) do update set tokens = least($8::float8 - case when b.lent_until > excluded.refilled_at then greatest(0,
    b.lent - excluded.returned) else 0 end,
    b.tokens + excluded.returned + greatest(0, extract(epoch from excluded.refilled_at - b.refilled_at)) * $9::float8) - greatest(0,
    least(excluded.asked,
    floor(least($10::float8 - case when b.lent_until > excluded.refilled_at then greatest(0, b.lent - excluded.returned)
    else 0 end,
    b.tokens + excluded.returned + greatest(0, extract(epoch from excluded.refilled_at - b.refilled_at)) * $11::float8))::int)),
    asked = excluded.asked,
    granted = greatest(0,
    least(excluded.asked, floor(least($12::float8 - case when b.lent_until > excluded.refilled_at then greatest(0,
    b.lent - excluded.returned) else 0 end,
    b.tokens + excluded.returned + greatest(0, extract(epoch from excluded.refilled_at - b.refilled_at)) * $13::float8))::int)),
    returned = excluded.returned,
    lent = case when b.lent_until > excluded.refilled_at then greatest(0, b.lent - excluded.returned)
    else 0 end + excluded.lent,
    lent_until = excluded.lent_until,
    refilled_at = greatest(b.refilled_at, excluded.refilled_at)
  returning b.api_key_id, b.tokens, b.granted
)
select a.key_hash, a.team_id, a.id as api_key_id, a.status, a.licensed_until, a.expires_at, a.mode, a.scopes,
  a.recipients, a.segments_per_day, a.now, a.revision, b.tokens, b.granted
from admitted a
join bucket b on b.api_key_id = a.id
