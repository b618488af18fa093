delete from contact_tag t using unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::uuid[]) as a (team_id, tag,
  contact_created_at, contact_id)
where t.team_id = a.team_id and t.tag = a.tag and t.contact_created_at = a.contact_created_at
  and t.contact_id = a.contact_id
