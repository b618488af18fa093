select count(*)::int
from thread t
where t.team_id = $1 and t.contact_phone = any($2) and t.contact_id is null and not exists (
  select
  from contact_phone p
  where p.team_id = $3 and p.phone_number = t.contact_phone and p.contact_id is distinct from $4::uuid
    and (p.contact_created_at, p.contact_id) < ($5::timestamptz, $6::uuid)
)
