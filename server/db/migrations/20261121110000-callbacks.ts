import { Migration } from "@mikro-orm/migrations";

export class Migration20261121110000Callbacks extends Migration {
  override up(): void {
    this.addSql(
      `create table "callback" ("id" uuid not null, "sequence" bigserial not null, "kind" text not null, "fields" jsonb not null, "record_id" uuid null, "test_mode" boolean not null, "received_at" timestamptz(6) not null, "team_id" uuid null, "outcome" text null, "processed_at" timestamptz(6) null, primary key ("id"))`,
    );
    this.addSql(`create index "callback_age_index" on "callback" ("received_at")`);
    this.addSql(
      `alter table "callback" add constraint "callback_kind_check" check ("kind" in ('inbound', 'status', 'otp-status'))`,
    );
    this.addSql(
      `alter table "callback" add constraint "callback_outcome_check" check ("outcome" in ('stored', 'applied', 'unchanged', 'duplicate', 'unknown_number', 'unknown_message', 'unreadable'))`,
    );
    this.addSql(
      `create table "consent_event" ("team_id" uuid not null, "id" uuid not null, "phone_number" varchar(64) not null, "consent" text not null, "source" text not null, "keyword" varchar(16) null, "message_id" uuid null, "sequence" bigint not null, "created_at" timestamptz(6) not null, primary key ("team_id", "id"))`,
    );
    this.addSql(
      `alter table "consent_event" add constraint "consent_event_order_unique" unique ("team_id", "phone_number", "sequence")`,
    );
    this.addSql(
      `alter table "consent_event" add constraint "consent_event_consent_check" check ("consent" in ('opted_out', 'opted_in'))`,
    );
    this.addSql(
      `alter table "consent_event" add constraint "consent_event_source_check" check ("source" in ('keyword', 'operator'))`,
    );
    this.addSql(
      `alter table "consent_event" add constraint "consent_event_team_id_foreign" foreign key ("team_id") references "team" ("id")`,
    );
    this.addSql(
      `create index "message_provider_index" on "message" ("team_id", "provider_id") where "direction" = 'outbound' and "provider_id" is not null`,
    );
    this.addSql(
      `create unique index "message_inbound_unique" on "message" ("team_id", "provider_id") where "direction" = 'inbound'`,
    );
  }
}
