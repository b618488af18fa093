select "t"."id", "t"."contact_phone", "t"."last_direction", "t"."last_message_at", "n"."name" as "senderName",
  "n"."phone_number" as "senderPhone", "t"."contact_name", "t"."contact_tags" as "tags",
  case when octet_length("t"."last_body") <= 4800 then "t"."last_body" end as "lastBody"
from (
  select "team_id", "id", "business_number_id", "contact_id", "contact_phone", "contact_name", "contact_tags",
    "last_direction", "last_body", "last_message_at"
  from "thread"
  where "team_id" = $1 and "message_count" > 0
  order by "last_message_at" desc, "id" desc
  limit 101
) as "t"
left join "business_number" as "n" on "n"."team_id" = "t"."team_id" and "n"."id" = "t"."business_number_id"
order by "t"."last_message_at" desc, "t"."id" desc
limit $2
