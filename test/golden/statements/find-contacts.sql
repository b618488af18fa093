select c.team_id as "teamId", c.id, c.name, c.company, c.role, c.external_id as "externalId", c.tags, c.notes,
  c.metadata, c.name_group_id as "nameGroupId", c.is_crowded as "isCrowded",
  c.is_in_large_company as "isInLargeCompany", c.ordinal, c.created_at as "createdAt", c.updated_at as "updatedAt"
from unnest($1::uuid[], $2::uuid[]) as a (team_id, id)
cross join lateral (
  select *
  from contact c
  where c.team_id = a.team_id and c.id = a.id
  limit 1
) c
