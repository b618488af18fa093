select "id", "direction", "status", "error_code", "test_mode", "segments", "encoding", "discards", "created_at",
  case when octet_length("m"."body") <= 4800 then "m"."body" end as "body",
  case when pg_column_size("m"."media") <= 1900
  and (pg_column_compression("m"."media") is null or octet_length("m"."media"::text) <= 1900) then "m"."media" end as "media"
from (
  select "id", "direction", "status", "error_code", "test_mode", "segments", "encoding", "discards", "created_at",
    "body", "media" as "media"
  from "message"
  where "team_id" = $1 and "thread_id" = $2 and "direction" = 'inbound' and "created_at" > $3
  order by "created_at", "id"
  limit 101
) as "m"
order by "m"."created_at", "m"."id"
limit $4
