update contact c
set name = a.name,
  company = a.company,
  role = a.role,
  external_id = a.external_id,
  tags = coalesce(a.tags::text[], c.tags),
  notes = coalesce(a.notes::text[], c.notes),
  metadata = coalesce(a.metadata, c.metadata),
  search_text = coalesce(a.search_text, c.search_text),
  search_trigrams = coalesce(a.search_trigrams::text[], c.search_trigrams),
  updated_at = a.updated_at,
  name_group_id = case when a.is_regrouped then a.name_group_id else c.name_group_id end,
  is_crowded = case when a.is_regrouped then a.is_crowded else c.is_crowded end,
  is_in_large_company = case when a.is_regrouped then a.is_in_large_company else c.is_in_large_company end
from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::jsonb[],
  $10::text[], $11::text[], $12::uuid[], $13::boolean[], $14::boolean[], $15::boolean[], $16::int[], $17::timestamptz[],
  $18::timestamptz[]) as a (team_id, id, name, company, role, external_id, tags, notes, metadata, search_text,
  search_trigrams, name_group_id, is_crowded, is_in_large_company, is_regrouped, ordinal, created_at, updated_at)
where c.team_id = a.team_id and c.id = a.id
