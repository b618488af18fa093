with countable as (
  select *
  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::timestamptz[])
  with ordinality as a (team_id, id, api_key_id, segments, now, ord)
), with_budget as (
  select *
  from unnest($6::uuid[], $7::int[]) as a (id, max_segments)
), asking as (
  select id, team_id, api_key_id, day, max_segments,
    sum(segments) over (partition by team_id, api_key_id, day order by segments, ord)::int as running
  from (
    select *, date_trunc('day', now, 'UTC') as day
    from countable
    join with_budget using (id)
  ) as a
), counted as (
  insert into key_usage as u (team_id, api_key_id, day, max_segments, running_sums, segments, granted)
  select team_id, api_key_id, day, max_segments, running_sums, granted, granted
  from (
    select team_id, api_key_id, day, min(max_segments) as max_segments,
      array_agg(running order by running) as running_sums
    from asking
    group by team_id, api_key_id, day
  ) as a, lateral (
    select coalesce((running_sums)[width_bucket(max_segments, running_sums)], 0) as granted
  ) as g
  order by team_id, api_key_id, day
  on conflict (team_id, api_key_id, day) do update set max_segments = excluded.max_segments,
    running_sums = excluded.running_sums,
    segments = u.segments + coalesce((excluded.running_sums)[width_bucket(excluded.max_segments - u.segments,
    excluded.running_sums)], 0),
    granted = coalesce((excluded.running_sums)[width_bucket(excluded.max_segments - u.segments, excluded.running_sums)],
    0)
  returning team_id, api_key_id, day, granted
), funded as (
  select a.id
  from asking a
  join counted c using (team_id, api_key_id, day)
  where a.running <= c.granted
)
select id
from asking
where id not in (
  select id
  from funded
)
