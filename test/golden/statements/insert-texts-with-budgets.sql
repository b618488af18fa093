with new_text as (
  select *, exists (
    select
    from opt_out o
    where o.team_id = a.team_id and o.phone_number = a.contact_phone
    offset 0
  ) as is_opted_out
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::boolean[], $6::text[], $7::text[], $8::text[],
    $9::text[], $10::text[], $11::int[], $12::text[], $13::uuid[], $14::uuid[], $15::uuid[], $16::text[],
    $17::timestamptz[])
  with ordinality as a (team_id, id, body, status, test_mode, provider_id, error_code, simulated_outcome,
    reply_webhook_url, webhook_data, segments, encoding, api_key_id, new_thread_id, number_id, contact_phone, now, ord)
), newest as (
  select distinct on (a.id) a.id, n.id as number_id, n.phone_number, n.is_active
  from new_text a
  cross join lateral (
    select t.team_id, t.id, t.business_number_id, t.last_message_at
    from thread t
    where t.team_id = a.team_id and t.contact_phone = a.contact_phone
    order by t.business_number_id
  ) t
  cross join lateral (
    select n.id, n.phone_number, n.status = 'active' as is_active
    from business_number n
    where n.team_id = t.team_id and n.id = t.business_number_id
    limit 1
  ) n
  where a.number_id is null
  order by a.id, t.last_message_at desc, t.id desc
), routed as (
  select a.*, coalesce(a.number_id, n.number_id, d.id) as business_number_id,
    coalesce(n.phone_number, d.phone_number) as phone_number, n.id is not null as has_thread
  from new_text a
  left join newest n on n.id = a.id and n.is_active
  left join (
    select n.team_id, n.id, n.phone_number
    from (
      select distinct team_id
      from new_text
      where number_id is null
    ) as a
    join business_number n on n.team_id = a.team_id and n.status = 'active'
    where n.is_primary or not exists (
      select
      from business_number other
      where other.team_id = n.team_id and other.status = 'active' and other.id <> n.id
    )
  ) d on d.team_id = a.team_id
), permitted as (
  select *
  from routed
  where business_number_id is not null and not is_opted_out
), with_key as (
  select *
  from unnest($18::uuid[], $19::uuid[], $20::text[], $21::bytea[], $22::smallint[], $23::text[]) as a (id, api_key_id,
    key, fingerprint, answer_status, answer_body)
), claimed as (
  insert into idempotency_key as k (team_id, api_key_id, test_mode, key, fingerprint, resource_id, created_at, status,
    body)
  select a.team_id, k.api_key_id, a.test_mode, k.key, k.fingerprint, a.id, a.now, k.answer_status, k.answer_body
  from permitted a
  join with_key k using (id)
  order by team_id, api_key_id, test_mode, key
  on conflict (team_id, api_key_id, test_mode, key) do update set fingerprint = excluded.fingerprint,
    resource_id = excluded.resource_id,
    created_at = excluded.created_at,
    status = excluded.status,
    body = excluded.body
  where excluded.created_at - k.created_at >= '86400000000 microseconds'::interval
  returning resource_id
), countable as (
  select *
  from permitted
  where id not in (
    select id
    from with_key
  ) or id in (
    select resource_id
    from claimed
  )
), with_budget as (
  select *
  from unnest($24::uuid[], $25::int[]) as a (id, max_segments)
), asking as (
  select id, team_id, api_key_id, day, max_segments,
    sum(segments) over (partition by team_id, api_key_id, day order by segments, ord)::int as running
  from (
    select *, date_trunc('day', now, 'UTC') as day
    from countable
    join with_budget using (id)
  ) as a
), counted as (
  insert into key_usage as u (team_id, api_key_id, day, max_segments, running_sums, segments, granted)
  select team_id, api_key_id, day, max_segments, running_sums, granted, granted
  from (
    select team_id, api_key_id, day, min(max_segments) as max_segments,
      array_agg(running order by running) as running_sums
    from asking
    group by team_id, api_key_id, day
  ) as a, lateral (
    select coalesce((running_sums)[width_bucket(max_segments, running_sums)], 0) as granted
  ) as g
  order by team_id, api_key_id, day
  on conflict (team_id, api_key_id, day) do update set max_segments = excluded.max_segments,
    running_sums = excluded.running_sums,
    segments = u.segments + coalesce((excluded.running_sums)[width_bucket(excluded.max_segments - u.segments,
    excluded.running_sums)], 0),
    granted = coalesce((excluded.running_sums)[width_bucket(excluded.max_segments - u.segments, excluded.running_sums)],
    0)
  returning team_id, api_key_id, day, granted
), funded as (
  select a.id
  from asking a
  join counted c using (team_id, api_key_id, day)
  where a.running <= c.granted
), storable as (
  select *
  from countable
  where id not in (
    select id
    from with_budget
  ) or id in (
    select id
    from funded
  )
), ordered as (
  select *, row_number() over per_thread - 1 as newer_count, count(*) over per_thread as message_count,
    max(now) over per_thread as clock
  from storable
  window per_thread as (partition by team_id, contact_phone,
    business_number_id order by ord desc rows between unbounded preceding and unbounded following)
), shown_contact as (
  select a.team_id, a.contact_phone, h.only_id as contact_id, c.name as contact_name, c.tags as contact_tags
  from (
    select distinct team_id, contact_phone
    from ordered
    where not has_thread
  ) a
  cross join lateral (
    select (array_agg(p.contact_id order by p.contact_created_at, p.contact_id))[1] as oldest_id,
      case count(*) when 1 then (array_agg(p.contact_id))[1] end as only_id
    from (
      select contact_id, contact_created_at
      from contact_phone
      where team_id = a.team_id and phone_number = a.contact_phone
      order by contact_created_at, contact_id
      limit 2
    ) p
  ) h
  cross join lateral (
    select c.name,
      case when pg_column_size("c"."tags") <= 1500 and (pg_column_compression("c"."tags") is null or octet_length("c"."tags"::text) <= 1500) then "c"."tags" end as tags
    from contact c
    where c.team_id = a.team_id and c.id = h.oldest_id
    limit 1
  ) c
), opened as (
  insert into thread as t (team_id, id, business_number_id, contact_phone, contact_id, contact_name, contact_tags,
    message_count, last_direction, last_body, last_message_at, created_at)
  select team_id, new_thread_id, business_number_id, contact_phone, contact_id, contact_name, contact_tags,
    message_count, 'outbound', body, clock + (message_count - 1) * interval '1 microsecond', now
  from (
    select distinct on (team_id, contact_phone, business_number_id) team_id, contact_phone, business_number_id,
      new_thread_id, message_count, body, clock, now
    from ordered
    order by team_id, contact_phone, business_number_id, ord desc
  ) as last
  left join shown_contact using (team_id, contact_phone)
  order by team_id, contact_phone, business_number_id
  on conflict (team_id, contact_phone,
    business_number_id) do update set message_count = t.message_count + excluded.message_count,
    last_direction = excluded.last_direction,
    last_body = excluded.last_body,
    last_message_at = greatest(excluded.last_message_at,
    (t.last_message_at at time zone 'UTC' + excluded.message_count * interval '1 microsecond') at time zone 'UTC')
  returning team_id, contact_phone, business_number_id, id, last_message_at
), stored as (
  insert into message (team_id, id, body, status, test_mode, provider_id, error_code, simulated_outcome,
    reply_webhook_url, webhook_data, segments, encoding, api_key_id, thread_id, direction, created_at, updated_at)
  select q.team_id, q.id, q.body, q.status, q.test_mode, q.provider_id, q.error_code, q.simulated_outcome,
    q.reply_webhook_url, q.webhook_data, q.segments, q.encoding, q.api_key_id, o.id, 'outbound', message_time,
    message_time
  from ordered q
  join opened o using (team_id, contact_phone, business_number_id), lateral (
    select o.last_message_at - q.newer_count * interval '1 microsecond' as message_time
  ) as m
  returning id, thread_id, created_at
)
select r.id, r.phone_number, s.thread_id, s.created_at, r.is_opted_out, s.id is null and r.id in (
  select id
  from asking
) as is_over_budget
from routed r
left join stored s using (id)
