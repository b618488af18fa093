select *
from (
  select e.team_id, bool_or(e.position < f.last_sequence) as is_behind, bool_or(f.recorded_since is null) as is_opening
  from webhook_endpoint e
  cross join lateral (
    select last_sequence, recorded_since
    from event_feed f
    where f.team_id = e.team_id
    limit 1
  ) f
  where e.disabled_at is null and e.deleted_at is null
  group by e.team_id
) as found
