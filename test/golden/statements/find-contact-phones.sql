select p.team_id as "teamId", p.contact_id as "contactId", p.id, p.phone_number as "phoneNumber", p.label,
  p.is_primary as "isPrimary", p.created_at as "createdAt", p.updated_at as "updatedAt"
from unnest($1::uuid[], $2::uuid[]) as a (team_id, id)
cross join lateral (
  -- Ordered as the index of a contact's phones, so that PostgreSQL uses no other index for an empty table.
  select *
  from contact_phone p
  where p.team_id = a.team_id and p.contact_id = a.id
  order by p.phone_number
  offset 0
) p
order by p.created_at, p.id
