insert into audit_event (team_id, at, id, api_key_id, operation, target, outcome, request_id, address)
select *
from unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::smallint[], $8::text[],
  $9::text[]) as a (team_id, now, id, api_key_id, operation, target, outcome, request_id, address)
