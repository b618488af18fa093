select case when exists (
  select
  from jsonb_array_elements_text(a.zones) as z (zone), lateral (
    select (a.at at time zone z.zone)::time as clock
  ) as l
  where case when a.starts < a.ends then clock >= a.starts and clock < a.ends else clock >= a.starts
    or clock < a.ends end
) then coalesce(
  (
    select min(c.at)
    from (
      select date_trunc('hour', a.at, 'UTC') + (quarter * 15 + shift) * interval '1 minute' as at
      from generate_series(0, 196) as quarter, (values (0), (extract(minute from a.ends)::int % 15)) as s (shift)
    ) as c
    where c.at > a.at and not exists (
      select
      from jsonb_array_elements_text(a.zones) as z (zone), lateral (
        select (c.at at time zone z.zone)::time as clock
      ) as l
      where case when a.starts < a.ends then clock >= a.starts and clock < a.ends else clock >= a.starts
        or clock < a.ends end
    )
  ), a.at + interval '48 hours'
) end as next_allowed
from (
  select a.at, a.starts::time as starts, a.ends::time as ends, a.zones, a.ord
  from unnest($1::timestamptz[], $2::text[], $3::text[], $4::jsonb[])
  with ordinality as a (at, starts, ends, zones, ord)
) as a
order by a.ord
