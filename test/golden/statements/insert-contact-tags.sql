insert into contact_tag (team_id, tag, contact_created_at, contact_id)
select *
from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::uuid[]) as a (team_id, tag, contact_created_at, contact_id)
