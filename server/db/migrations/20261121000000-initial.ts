import { Migration } from "@mikro-orm/migrations";

export class Migration20261121000000Initial extends Migration {
  override up(): void {
    this.addSql(
      `create table "idempotency_key" ("team_id" uuid not null, "api_key_id" uuid not null, "test_mode" boolean not null, "key" varchar(255) not null, "fingerprint" bytea not null, "resource_id" uuid null, "status" smallint null, "body" text null, "created_at" timestamptz(6) not null, primary key ("team_id", "api_key_id", "test_mode", "key"))`,
    );
    this.addSql(`create index "idempotency_key_age_index" on "idempotency_key" ("created_at")`);
    this.addSql(
      `create unlogged table "rate_bucket" ("team_id" uuid not null, "api_key_id" uuid not null, "tokens" double precision not null, "asked" int not null, "granted" int not null, "refilled_at" timestamptz(6) not null, primary key ("team_id", "api_key_id")) with (fillfactor = 50)`,
    );
    this.addSql(
      `create table "team" ("id" uuid not null, "name" varchar(255) not null, "status" text not null default 'active', "licensed_until" timestamptz(6) null, "created_at" timestamptz(6) not null, "updated_at" timestamptz(6) not null, primary key ("id"))`,
    );
    this.addSql(`alter table "team" add constraint "team_name_unique" unique ("name")`);
    this.addSql(`alter table "team" add constraint "team_status_check" check ("status" in ('active', 'suspended'))`);
    this.addSql(
      `create table "opt_out" ("team_id" uuid not null, "phone_number" varchar(64) not null, "created_at" timestamptz(6) not null, primary key ("team_id", "phone_number"))`,
    );
    this.addSql(
      `create table "business_number" ("team_id" uuid not null, "id" uuid not null, "name" varchar(255) not null, "phone_number" varchar(16) not null, "phone_number_sid" varchar(255) not null, "friendly_name" varchar(255) null, "type" text not null, "status" text not null, "is_primary" boolean not null, "capabilities" jsonb not null, "settings" jsonb not null, "agent_profile" varchar(255) null, "created_at" timestamptz(6) not null, "updated_at" timestamptz(6) not null)`,
    );
    this.addSql(
      `alter table "business_number" add constraint "business_number_phone_number_unique" unique ("phone_number")`,
    );
    this.addSql(`alter table "business_number" add primary key ("team_id", "id")`);
    this.addSql(
      `create unique index "business_number_name_unique" on "business_number" ("team_id", lower("name")) where "status" <> 'archived'`,
    );
    this.addSql(
      `create unique index "business_number_primary_unique" on "business_number" ("team_id") where "is_primary"`,
    );
    this.addSql(
      `alter table "business_number" add constraint "business_number_primary_check" check (not "is_primary" or "status" <> 'archived')`,
    );
    this.addSql(
      `alter table "business_number" add constraint "business_number_type_check" check ("type" in ('local', 'mobile', 'toll_free'))`,
    );
    this.addSql(
      `alter table "business_number" add constraint "business_number_status_check" check ("status" in ('active', 'paused', 'archived'))`,
    );
    this.addSql(
      `create table "api_key" ("id" uuid not null, "team_id" uuid not null, "key_hash" bytea not null, "created_at" timestamptz(6) not null, "revoked_at" timestamptz(6) null, primary key ("id"))`,
    );
    this.addSql(`alter table "api_key" add constraint "api_key_key_hash_unique" unique ("key_hash")`);
    this.addSql(`create index "api_key_team_index" on "api_key" ("team_id")`);
    this.addSql(
      `create table "thread" ("team_id" uuid not null, "id" uuid not null, "business_number_id" uuid not null, "contact_phone" varchar(64) not null, "message_count" int not null, "last_direction" text not null, "last_body" text not null, "last_message_at" timestamptz(6) not null, "created_at" timestamptz(6) not null) with (fillfactor = 80)`,
    );
    this.addSql(`create index "thread_list_index" on "thread" ("team_id", "last_message_at" desc, "id" desc)`);
    this.addSql(
      `alter table "thread" add constraint "thread_phone_unique" unique ("team_id", "contact_phone", "business_number_id")`,
    );
    this.addSql(`alter table "thread" add primary key ("team_id", "id")`);
    this.addSql(
      `alter table "thread" add constraint "thread_last_direction_check" check ("last_direction" in ('inbound', 'outbound'))`,
    );
    this.addSql(
      `create table "message" ("team_id" uuid not null, "id" uuid not null, "thread_id" uuid not null, "direction" text not null, "body" text not null, "status" text not null, "test_mode" boolean not null, "provider_id" varchar(64) null, "error_code" varchar(64) null, "reply_webhook_url" text null, "webhook_data" varchar(100) null, "simulated_outcome" text null, "created_at" timestamptz(6) not null, "updated_at" timestamptz(6) not null)`,
    );
    this.addSql(
      `create index "message_history_index" on "message" ("team_id", "thread_id", "created_at" desc, "id" desc)`,
    );
    this.addSql(`alter table "message" add primary key ("team_id", "id")`);
    this.addSql(
      `create index "message_replies_index" on "message" ("team_id", "thread_id", "created_at", "id") where "direction" = 'inbound'`,
    );
    this.addSql(
      `create index "message_unsettled_index" on "message" ("created_at") where "provider_id" is null and "status" in ('queued', 'sending')`,
    );
    this.addSql(
      `create index "message_simulated_index" on "message" ("updated_at") where "simulated_outcome" is not null`,
    );
    this.addSql(
      `alter table "message" add constraint "message_direction_check" check ("direction" in ('inbound', 'outbound'))`,
    );
    this.addSql(
      `alter table "message" add constraint "message_status_check" check ("status" in ('queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed', 'read', 'received'))`,
    );
    this.addSql(
      `alter table "message" add constraint "message_simulated_outcome_check" check ("simulated_outcome" in ('delivered', 'undelivered'))`,
    );
    this.addSql(
      `alter table "opt_out" add constraint "opt_out_team_id_foreign" foreign key ("team_id") references "team" ("id")`,
    );
    this.addSql(
      `alter table "business_number" add constraint "business_number_team_id_foreign" foreign key ("team_id") references "team" ("id")`,
    );
    this.addSql(
      `alter table "api_key" add constraint "api_key_team_id_foreign" foreign key ("team_id") references "team" ("id")`,
    );
    this.addSql(
      `alter table "thread" add constraint "thread_team_id_business_number_id_foreign" foreign key ("team_id", "business_number_id") references "business_number" ("team_id", "id") on update no action`,
    );
    this.addSql(
      `alter table "message" add constraint "message_team_id_thread_id_foreign" foreign key ("team_id", "thread_id") references "thread" ("team_id", "id") on update no action`,
    );
  }
}
