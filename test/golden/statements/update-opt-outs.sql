with newest as materialized (
  select distinct on (e.team_id, e.phone_number) e.team_id, e.phone_number, e.consent, e.created_at
  from unnest($1::uuid[], $2::text[]) as a (team_id, phone)
  join consent_event e on e.team_id = a.team_id and e.phone_number = a.phone and e.is_effective
  order by e.team_id, e.phone_number, e.sequence desc
), gone as (
  delete from opt_out o using newest n
  where n.consent = 'opted_in' and o.team_id = n.team_id and o.phone_number = n.phone_number
)
insert into opt_out (team_id, phone_number, created_at)
select team_id, phone_number, created_at
from newest
where consent = 'opted_out'
on conflict (team_id, phone_number) do update set created_at = excluded.created_at
