select "c"."name" as "contactName",
  case when pg_column_size("c"."tags") <= 1500 and (pg_column_compression("c"."tags") is null
  or octet_length("c"."tags"::text) <= 1500) then "c"."tags" end as "tags", "t"."id", "t"."contact_phone",
  "t"."last_direction", case when octet_length("t"."last_body") <= 4800 then "t"."last_body" end as "lastBody",
  "t"."last_message_at", "n"."name" as "senderName", "n"."phone_number" as "senderPhone"
from (
  select "team_id", "id", "business_number_id", "contact_id", "contact_phone", "last_direction", "last_body",
    "last_message_at"
  from "thread"
  where "team_id" = $1
  order by "last_message_at" desc, "id" desc
  limit 101
) as "t"
left join "business_number" as "n" on "n"."team_id" = "t"."team_id" and "n"."id" = "t"."business_number_id"
left join lateral (
  select "c"."id", "c"."name", "c"."tags"
  from "contact" as "c"
  where "c"."team_id" = $2 and "c"."id" = coalesce("t"."contact_id", (
    select "p"."contact_id"
    from "contact_phone" as "p"
    where "p"."team_id" = $3 and "p"."phone_number" = "t"."contact_phone"
    order by "p"."contact_created_at", "p"."contact_id"
    limit 1
  ))
  limit 1
) as "c" on true
order by "t"."last_message_at" desc, "t"."id" desc
limit $4
