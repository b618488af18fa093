delete from contact_phone p using unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[], $6::text[],
  $7::boolean[], $8::timestamptz[], $9::timestamptz[]) as a (team_id, id, contact_id, contact_created_at, phone_number,
  label, is_primary, created_at, updated_at)
where p.team_id = a.team_id and p.id = a.id
