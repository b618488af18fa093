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
    select id
    from (
      (
        select c.id, c.created_at
        from (
          select *
          from contact
          where contact_search_keys(team_id, ordinal, search_trigrams) @> contact_search_keys($1::uuid, -1, $2::text[])
          offset 0
        ) c
        where c.team_id = $3 and true and "c"."search_text" like $4 and true and true
        order by c.created_at desc, c.id desc
        limit $5
      )
      union all (
        select c.id, c.created_at
        from generate_series(
          (
            select c.ordinal
            from contact c
            where c.team_id = $6 and c.ordinal >= 0 and true
            order by c.created_at desc, c.id desc
            limit 1
          ), 0, -8192
        ) as block (ordinal)
        cross join lateral (
          select c.id, c.created_at
          from (
            select *
            from contact
            where contact_search_keys(team_id, ordinal, search_trigrams) @> contact_search_keys($7::uuid,
              "block"."ordinal", $8::text[])
            offset 0
          ) c
          where c.team_id = $9 and true and "c"."search_text" like $10 and true and true
          order by c.created_at desc, c.id desc
          limit $11
        ) c
        limit $12
      )
    ) found
    order by created_at desc, id desc
    limit $13
  ) as "page"
  inner join lateral (
    select "c"."team_id", "c"."id", "c"."name", "c"."company", "c"."role", "c"."tags", "c"."external_id",
      "c"."metadata" as "metadata", "c"."created_at", "c"."updated_at"
    from "contact" as "c"
    where "c"."team_id" = $14 and "c"."id" = "page"."id"
    limit $15
  ) as "c" on true
) as "c"
inner join lateral (
  select "p"."phone_number"
  from "contact_phone" as "p"
  where "p"."team_id" = $16 and "p"."contact_id" = "c"."id" and "p"."is_primary" = true
  limit 1
) as "p" on true
order by "c"."created_at" desc, "c"."id" desc
