select team_id
from unnest($1::uuid[]) as a (team_id)
where pg_try_advisory_xact_lock(hashtextextended($2 || team_id::text, 0))
