insert into webhook_attempt (team_id, delivery_id, number, started_at, duration_milliseconds, status, error, answer)
select *
from unnest($1::uuid[], $2::uuid[], $3::int[], $4::timestamptz[], $5::int[], $6::int[], $7::text[],
  $8::text[]) as a (team_id, delivery_id, number, started_at, duration_milliseconds, status, error, answer)
