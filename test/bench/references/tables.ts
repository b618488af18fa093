/**
 * The minimal tables of the references, and the statements that write to them.
 */
export const tables = `
  create schema bare;
  create table bare.thread (
    team_id uuid not null, id uuid not null default gen_random_uuid(), phone text not null, message_count int not null,
    last_body text not null, last_message_at timestamptz not null,
    primary key (team_id, id), unique (team_id, phone)
  );
  create table bare.message (
    team_id uuid not null, id uuid not null default gen_random_uuid(), thread_id uuid not null, body text not null,
    status text not null, created_at timestamptz not null,
    primary key (team_id, id), foreign key (team_id, thread_id) references bare.thread (team_id, id)
  );
  create table bare.callback (id uuid primary key default gen_random_uuid(), fields jsonb not null,
    received_at timestamptz not null);
  create table bare.passcode (
    team_id uuid not null, recipient_id text not null, code_hash bytea not null, status text not null,
    attempts int not null, primary key (team_id, recipient_id)
  );
  create table bare.thread_summary (
    team_id uuid not null, id uuid not null, contact_name text, contact_phone text not null, tags text[] not null,
    sender_name text not null, sender_phone text not null, last_direction text not null, last_body text not null,
    last_message_at timestamptz not null,
    primary key (team_id, id)
  );
  create index on bare.thread_summary (team_id, last_message_at desc, id desc);
  create table bare.contact (like contact including defaults including indexes);
  create table bare.contact_phone (like contact_phone including defaults including indexes);
  create table bare.contact_tag (like contact_tag including defaults including indexes);
`;

export const teamId = "01900000-0000-7000-8000-000000000001";

/** Inserts the message, and inserts or updates its thread. */
export const sendStatement = {
  name: "send",
  text: `
    with t as (
      insert into bare.thread as t (team_id, phone, message_count, last_body, last_message_at)
      values ($1, $2, 1, $3, now())
      on conflict (team_id, phone) do update set message_count = t.message_count + 1, last_body = excluded.last_body,
        last_message_at = excluded.last_message_at
      returning id
    )
    insert into bare.message (team_id, thread_id, body, status, created_at)
    select $1, id, $3, 'queued', now() from t returning id, thread_id
  `,
};

/** Copies the service's threads of a team into one flat table, with all that a page of threads shows. */
export const summarizeThreads = `
  insert into bare.thread_summary
  select t.team_id, t.id, t.contact_name, t.contact_phone, coalesce(t.contact_tags, '{}'), n.name, n.phone_number,
    t.last_direction, t.last_body, t.last_message_at
  from thread t join business_number n on n.team_id = t.team_id and n.id = t.business_number_id
  where t.team_id = ?
`;

/**
 * Reads the newest threads from the flat table as JSON. PostgreSQL makes the JSON, because reading the rows into objects
 * would cost the reference twice as much. The limit is a constant, so that PostgreSQL keeps the plan.
 */
export const summariesStatement = (limit: number): string => `
  select json_agg(t)::text as answer from (
    select id, contact_name, contact_phone, tags, sender_name, sender_phone, last_direction, last_body, last_message_at
    from bare.thread_summary where team_id = $1 order by last_message_at desc, id desc limit ${limit}
  ) t
`;

export const callbackStatement = {
  name: "callback",
  text: "insert into bare.callback (fields, received_at) values ($1, now())",
};

export const verifyStatement = {
  name: "verify",
  text: `
    update bare.passcode set status = 'verified'
    where team_id = $1 and recipient_id = $2 and code_hash = $3 and status = 'pending' and attempts < 5
    returning recipient_id
  `,
};

/** Inserts a contact with a phone and its tags, into tables with the indexes of the service. */
export const contactStatement = {
  name: "contact",
  text: `
    with c as (
      insert into bare.contact (team_id, id, name, company, external_id, tags, notes, metadata, search_text,
        search_trigrams, created_at, updated_at)
      values ($1, gen_random_uuid(), $2, $3, $4, $5, '{}', '{}', $6, $7, now(), now()) returning id, created_at
    ), p as (
      insert into bare.contact_phone (team_id, id, contact_id, contact_created_at, phone_number, is_primary, created_at,
        updated_at)
      select $1, gen_random_uuid(), id, created_at, $8, true, created_at, created_at from c
    ), t as (
      insert into bare.contact_tag (team_id, tag, contact_created_at, contact_id)
      select $1, tag, created_at, id from c, unnest($5::text[]) as tag
    )
    select id from c
  `,
};
