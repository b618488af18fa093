select "c"."id", "c"."name", "c"."company", "c"."role", "p"."phone_number" as "primaryPhone", "c"."external_id",
  case when pg_column_size("c"."metadata") <= 4200
  and (pg_column_compression("c"."metadata") is null or octet_length("c"."metadata"::text) <= 4200) then "c"."metadata" end as "metadata",
  case when pg_column_size("c"."tags") <= 1600
  and (pg_column_compression("c"."tags") is null or octet_length("c"."tags"::text) <= 1600) then "c"."tags" end as "tags",
  "c"."created_at", "c"."updated_at"
from (
  select "c"."team_id", "c"."id", "c"."name", "c"."company", "c"."role", "c"."tags", "c"."external_id",
    "c"."metadata" as "metadata", "c"."created_at", "c"."updated_at"
  from (
    with "passing" as materialized (
      select "c"."id", "c"."created_at"
      from "contact" as "c"
      where "c"."team_id" = $1 and true and "c"."search_text" like $2 and true and "c"."search_trigrams" @> $3::text[]
        and true
    )
    select "passing"."id"
    from "passing"
    order by "passing"."created_at" desc, "passing"."id" desc
    limit $4
  ) as "page"
  inner join lateral (
    select "c"."team_id", "c"."id", "c"."name", "c"."company", "c"."role", "c"."tags", "c"."external_id",
      "c"."metadata" as "metadata", "c"."created_at", "c"."updated_at"
    from "contact" as "c"
    where "c"."team_id" = $5 and "c"."id" = "page"."id"
    limit $6
  ) as "c" on true
) as "c"
inner join lateral (
  select "p"."phone_number"
  from "contact_phone" as "p"
  where "p"."team_id" = $7 and "p"."contact_id" = "c"."id" and "p"."is_primary" = true
  limit 1
) as "p" on true
order by "c"."created_at" desc, "c"."id" desc
