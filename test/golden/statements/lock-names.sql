select pg_advisory_xact_lock(key)
from (
  select distinct hashtextextended(name, 0) as key
  from unnest($1::text[]) as name
  order by key
) as keys
