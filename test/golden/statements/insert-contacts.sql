insert into contact (team_id, id, name, company, role, external_id, tags, notes, metadata, search_text, search_trigrams,
  name_group_id, is_crowded, is_in_large_company, ordinal, created_at, updated_at)
select team_id, id, name, company, role, external_id, tags::text[], notes::text[], metadata, search_text,
  search_trigrams::text[], name_group_id, is_crowded, is_in_large_company, ordinal, created_at, updated_at
from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::jsonb[],
  $10::text[], $11::text[], $12::uuid[], $13::boolean[], $14::boolean[], $15::boolean[], $16::int[], $17::timestamptz[],
  $18::timestamptz[]) as a (team_id, id, name, company, role, external_id, tags, notes, metadata, search_text,
  search_trigrams, name_group_id, is_crowded, is_in_large_company, is_regrouped, ordinal, created_at, updated_at)
