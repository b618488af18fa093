import { Migration } from "@mikro-orm/migrations";

const statements = [
  // Indexes of contacts combine a team with words, or with parts of words.
  `create extension if not exists btree_gin`,
  `create extension if not exists pg_trgm`,

  `create table idempotency_key (
    team_id uuid not null, api_key_id uuid not null, test_mode boolean not null, key varchar(255) not null,
    fingerprint bytea not null, resource_id uuid, status smallint, body text, created_at timestamptz(6) not null,
    primary key (team_id, api_key_id, test_mode, key)
  )`,
  `create index idempotency_key_age_index on idempotency_key (created_at)`,

  // Without a log, because a crash may empty the buckets. An updated bucket stays on its page (a HOT update).
  `create unlogged table rate_bucket (
    team_id uuid not null, api_key_id uuid not null, tokens double precision not null, asked int not null,
    granted int not null, refilled_at timestamptz(6) not null,
    primary key (team_id, api_key_id)
  ) with (fillfactor = 50)`,

  `create table team (
    id uuid not null, name varchar(255) not null, status text not null default 'active',
    licensed_until timestamptz(6), created_at timestamptz(6) not null, updated_at timestamptz(6) not null,
    primary key (id)
  )`,
  `alter table team add constraint team_name_unique unique (name)`,
  `alter table team add constraint team_status_check check (status in ('active', 'suspended'))`,

  `create table opt_out (
    team_id uuid not null, phone_number varchar(64) not null, created_at timestamptz(6) not null,
    primary key (team_id, phone_number)
  )`,

  `create table business_number (
    team_id uuid not null, id uuid not null, name varchar(255) not null, phone_number varchar(16) not null,
    phone_number_sid varchar(255) not null, friendly_name varchar(255), type text not null, status text not null,
    is_primary boolean not null, capabilities jsonb not null, settings jsonb not null, agent_profile varchar(255),
    created_at timestamptz(6) not null, updated_at timestamptz(6) not null, released_at timestamptz(6)
  )`,
  `alter table business_number add primary key (team_id, id)`,
  `create unique index business_number_name_unique on business_number (team_id, lower(name))
    where status <> 'archived'`,
  `create unique index business_number_primary_unique on business_number (team_id) where is_primary`,
  `alter table business_number add constraint business_number_primary_check
    check (not is_primary or status <> 'archived')`,
  `alter table business_number add constraint business_number_type_check
    check (type in ('local', 'mobile', 'toll_free'))`,
  `alter table business_number add constraint business_number_status_check
    check (status in ('active', 'paused', 'archived'))`,
  `alter table business_number add constraint business_number_released_check
    check (released_at is null or status = 'archived')`,
  `alter table business_number add constraint business_number_team_phone_unique unique (team_id, phone_number)`,
  `create unique index business_number_phone_number_unique on business_number (phone_number) where released_at is null`,

  `create table api_key (
    id uuid not null, team_id uuid not null, key_hash bytea not null, created_at timestamptz(6) not null,
    revoked_at timestamptz(6), name varchar(255), expires_at timestamptz(6), last_used_at timestamptz(6),
    primary key (id)
  )`,
  `alter table api_key add constraint api_key_key_hash_unique unique (key_hash)`,
  `create index api_key_team_index on api_key (team_id)`,

  `create table thread (
    team_id uuid not null, id uuid not null, business_number_id uuid not null, contact_phone varchar(64) not null,
    message_count int not null, last_direction text not null, last_body text not null,
    last_message_at timestamptz(6) not null, created_at timestamptz(6) not null, contact_id uuid
  ) with (fillfactor = 80)`,
  `create index thread_list_index on thread (team_id, last_message_at desc, id desc)`,
  `alter table thread add constraint thread_phone_unique unique (team_id, contact_phone, business_number_id)`,
  `alter table thread add primary key (team_id, id)`,
  `alter table thread add constraint thread_last_direction_check check (last_direction in ('inbound', 'outbound'))`,
  `create index thread_contact_index on thread (team_id, contact_id) where contact_id is not null`,

  `create table message (
    team_id uuid not null, id uuid not null, thread_id uuid not null, direction text not null, body text not null,
    status text not null, test_mode boolean not null, provider_id varchar(64), error_code varchar(64),
    reply_webhook_url text, webhook_data varchar(100), simulated_outcome text, created_at timestamptz(6) not null,
    updated_at timestamptz(6) not null, segments int, encoding text, media jsonb not null default '[]'
  )`,
  `create index message_history_index on message (team_id, thread_id, created_at desc, id desc)`,
  `alter table message add primary key (team_id, id)`,
  `create index message_replies_index on message (team_id, thread_id, created_at, id) where direction = 'inbound'`,
  `create index message_unsettled_index on message (created_at)
    where provider_id is null and status in ('queued', 'sending')`,
  `create index message_simulated_index on message (updated_at) where simulated_outcome is not null`,
  `alter table message add constraint message_direction_check check (direction in ('inbound', 'outbound'))`,
  `alter table message add constraint message_status_check
    check (status in ('queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed', 'read', 'received'))`,
  `alter table message add constraint message_simulated_outcome_check
    check (simulated_outcome in ('delivered', 'undelivered'))`,
  `create index message_provider_index on message (team_id, provider_id)
    where direction = 'outbound' and provider_id is not null`,
  `create unique index message_inbound_unique on message (team_id, provider_id) where direction = 'inbound'`,
  `create index message_reply_webhook_index on message (team_id, thread_id, created_at desc, id desc)
    where reply_webhook_url is not null`,

  `create table contact (
    team_id uuid not null, id uuid not null, name varchar(255) not null, company varchar(255), role varchar(255),
    external_id varchar(255), tags text[] not null, notes text[] not null, metadata jsonb not null,
    search_text text not null, search_trigrams text[] not null, name_group_id uuid,
    created_at timestamptz(6) not null, updated_at timestamptz(6) not null,
    is_crowded boolean not null default false
  )`,
  `create index contact_list_index on contact (team_id, created_at desc, id desc)`,
  `create index contact_updated_index on contact (team_id, updated_at)`,
  `create index contact_search_index on contact using gin (team_id, search_trigrams) with (fastupdate = off)`,
  `alter table contact add primary key (team_id, id)`,
  `create index contact_external_id_index on contact (team_id, external_id, created_at desc, id desc)
    where external_id is not null`,
  `create index contact_name_group_index on contact (team_id, name_group_id, created_at desc, id desc)
    where name_group_id is not null`,
  `create index contact_company_index on contact
    using gin (team_id, lower(company), name gin_trgm_ops) with (fastupdate = off) where company is not null and not
      is_crowded`,
  `create index contact_crowded_index on contact (team_id, lower(company), lower(name)) where is_crowded`,

  `create table contact_phone (
    team_id uuid not null, id uuid not null, contact_id uuid not null, contact_created_at timestamptz(6) not null,
    phone_number varchar(16) not null, label varchar(255), is_primary boolean not null,
    created_at timestamptz(6) not null, updated_at timestamptz(6) not null
  )`,
  `alter table contact_phone add constraint contact_phone_number_unique unique (team_id, contact_id, phone_number)`,
  `create index contact_phone_holders_index on contact_phone (team_id, phone_number, contact_created_at desc, contact_id desc)`,
  `alter table contact_phone add primary key (team_id, id)`,
  `create unique index contact_phone_primary_unique on contact_phone (team_id, contact_id) where is_primary`,

  `create table contact_tag (
    team_id uuid not null, tag varchar(255) not null, contact_created_at timestamptz(6) not null,
    contact_id uuid not null
  )`,
  `create index contact_tag_contact_index on contact_tag (team_id, contact_id)`,
  `alter table contact_tag add primary key (team_id, tag, contact_created_at, contact_id)`,

  `create table duplicate_group (
    team_id uuid not null, reason text not null, key varchar(255) not null,
    newest_created_at timestamptz(6) not null, newest_id uuid not null
  )`,
  `create index duplicate_group_list_index on duplicate_group (team_id, newest_created_at, newest_id, reason, key)`,
  `alter table duplicate_group add primary key (team_id, reason, key)`,
  `alter table duplicate_group add constraint duplicate_group_reason_check
    check (reason in ('same_phone', 'same_external_id', 'similar_name'))`,

  // A processed callback stays on its page, and its indexes need no update (a HOT update).
  `create table callback (
    id uuid not null, sequence bigserial not null, kind text not null, fields jsonb not null, record_id uuid,
    test_mode boolean not null, received_at timestamptz(6) not null, team_id uuid, outcome text,
    processed_at timestamptz(6), record_team_id uuid, signature varchar(28),
    primary key (id)
  ) with (fillfactor = 50)`,
  `alter table callback add constraint callback_kind_check check (kind in ('inbound', 'status', 'otp-status'))`,
  `alter table callback add constraint callback_outcome_check
    check (outcome in ('stored', 'applied', 'unchanged', 'duplicate', 'unknown_number', 'unknown_message',
      'unreadable'))`,
  `create index callback_signature_index on callback using hash (signature)`,

  `create table consent_event (
    team_id uuid not null, id uuid not null, phone_number varchar(64) not null, consent text not null,
    source text not null, keyword varchar(16), message_id uuid, sequence bigint not null,
    created_at timestamptz(6) not null, provider_id varchar(64), signature varchar(28),
    is_effective boolean not null default true,
    primary key (team_id, id)
  )`,
  `alter table consent_event add constraint consent_event_order_unique unique (team_id, phone_number, sequence)`,
  `alter table consent_event add constraint consent_event_consent_check check (consent in ('opted_out', 'opted_in'))`,
  `alter table consent_event add constraint consent_event_source_check
    check (source in ('keyword', 'operator', 'provider'))`,

  `create table webhook_delivery (
    team_id uuid not null, id uuid not null, message_id uuid not null, url text not null, payload text not null,
    status text not null, attempt_count smallint not null, next_attempt_at timestamptz(6),
    created_at timestamptz(6) not null, updated_at timestamptz(6) not null
  )`,
  `create index webhook_delivery_age_index on webhook_delivery (created_at)`,
  `alter table webhook_delivery add constraint webhook_delivery_message_unique unique (team_id, message_id)`,
  `alter table webhook_delivery add primary key (team_id, id)`,
  `alter table webhook_delivery add constraint webhook_delivery_status_check
    check (status in ('pending', 'delivered', 'failed'))`,

  `create table webhook_attempt (
    team_id uuid not null, delivery_id uuid not null, number smallint not null, started_at timestamptz(6) not null,
    duration_milliseconds int not null, status smallint, error varchar(64), answer text,
    primary key (team_id, delivery_id, number)
  )`,

  `create table webhook_secret (
    team_id uuid not null, id uuid not null, secret varchar(64) not null, created_at timestamptz(6) not null,
    expires_at timestamptz(6),
    primary key (team_id, id)
  )`,
  `create unique index webhook_secret_current_unique on webhook_secret (team_id) where expires_at is null`,

  `create table otp (
    team_id uuid not null, id uuid not null, test_mode boolean not null, recipient_id varchar(255) not null,
    business_number_id uuid not null, phone_number varchar(16) not null, code_hash bytea not null,
    length smallint not null, lifetime_seconds smallint not null, expires_at timestamptz(6) not null,
    status text not null, attempts smallint not null, verified_at timestamptz(6), delivery_status text not null,
    provider_id varchar(64), error_code varchar(64), simulated_outcome text, created_at timestamptz(6) not null,
    updated_at timestamptz(6) not null
  )`,
  `create index otp_age_index on otp (created_at)`,
  `alter table otp add primary key (team_id, id)`,
  `create unique index otp_current_unique on otp (team_id, test_mode, recipient_id)
    where status in ('pending', 'verified')`,
  `create index otp_sends_index on otp (team_id, phone_number, created_at) where not test_mode`,
  `create index otp_provider_index on otp (team_id, provider_id) where provider_id is not null`,
  `create index otp_unsettled_index on otp (created_at)
    where provider_id is null and delivery_status in ('queued', 'sending')`,
  `create index otp_simulated_index on otp (updated_at) where simulated_outcome is not null`,
  `alter table otp add constraint otp_status_check check (status in ('pending', 'verified', 'replaced', 'void'))`,
  `alter table otp add constraint otp_delivery_status_check
    check (delivery_status in ('queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed', 'read'))`,
  `alter table otp add constraint otp_simulated_outcome_check
    check (simulated_outcome in ('delivered', 'undelivered'))`,

  `alter table opt_out add constraint opt_out_team_id_foreign foreign key (team_id) references team (id)`,
  `alter table business_number add constraint business_number_team_id_foreign
    foreign key (team_id) references team (id)`,
  `alter table api_key add constraint api_key_team_id_foreign foreign key (team_id) references team (id)`,
  `alter table thread add constraint thread_team_id_business_number_id_foreign
    foreign key (team_id, business_number_id) references business_number (team_id, id)`,
  `alter table message add constraint message_team_id_thread_id_foreign
    foreign key (team_id, thread_id) references thread (team_id, id)`,
  `alter table contact add constraint contact_team_id_foreign foreign key (team_id) references team (id)`,
  `alter table contact_phone add constraint contact_phone_team_id_contact_id_foreign
    foreign key (team_id, contact_id) references contact (team_id, id)`,
  `alter table contact_tag add constraint contact_tag_team_id_contact_id_foreign
    foreign key (team_id, contact_id) references contact (team_id, id)`,
  `alter table duplicate_group add constraint duplicate_group_team_id_foreign
    foreign key (team_id) references team (id)`,
  `alter table thread add constraint thread_team_id_contact_id_foreign
    foreign key (team_id, contact_id) references contact (team_id, id)`,
  `alter table consent_event add constraint consent_event_team_id_foreign foreign key (team_id) references team (id)`,
  `alter table webhook_delivery add constraint webhook_delivery_team_id_message_id_foreign
    foreign key (team_id, message_id) references message (team_id, id)`,
  `alter table webhook_attempt add constraint webhook_attempt_team_id_delivery_id_foreign
    foreign key (team_id, delivery_id) references webhook_delivery (team_id, id)`,
  `alter table webhook_secret add constraint webhook_secret_team_id_foreign foreign key (team_id) references team (id)`,
  `alter table otp add constraint otp_team_id_business_number_id_foreign
    foreign key (team_id, business_number_id) references business_number (team_id, id)`,
];

/** Creates the tables. Foreign keys are last, because a table may refer to a later table. */
export class Migration20261123180000Initial extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
