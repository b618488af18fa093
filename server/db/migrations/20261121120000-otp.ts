import { Migration } from "@mikro-orm/migrations";

export class Migration20261121120000Otp extends Migration {
  override up(): void {
    this.addSql(
      `create table "otp" ("team_id" uuid not null, "id" uuid not null, "test_mode" boolean not null, "recipient_id" varchar(255) not null, "business_number_id" uuid not null, "phone_number" varchar(16) not null, "code_hash" bytea not null, "length" smallint not null, "lifetime_seconds" smallint not null, "expires_at" timestamptz(6) not null, "status" text not null, "attempts" smallint not null, "verified_at" timestamptz(6) null, "delivery_status" text not null, "provider_id" varchar(64) null, "error_code" varchar(64) null, "simulated_outcome" text null, "created_at" timestamptz(6) not null, "updated_at" timestamptz(6) not null)`,
    );
    this.addSql(`create index "otp_age_index" on "otp" ("created_at")`);
    this.addSql(`alter table "otp" add primary key ("team_id", "id")`);
    this.addSql(
      `create unique index "otp_current_unique" on "otp" ("team_id", "test_mode", "recipient_id") where "status" in ('pending', 'verified')`,
    );
    this.addSql(
      `create index "otp_sends_index" on "otp" ("team_id", "phone_number", "created_at") where not "test_mode"`,
    );
    this.addSql(
      `create index "otp_provider_index" on "otp" ("team_id", "provider_id") where "provider_id" is not null`,
    );
    this.addSql(
      `create index "otp_unsettled_index" on "otp" ("created_at") where "provider_id" is null and "delivery_status" in ('queued', 'sending')`,
    );
    this.addSql(`create index "otp_simulated_index" on "otp" ("updated_at") where "simulated_outcome" is not null`);
    this.addSql(
      `alter table "otp" add constraint "otp_status_check" check ("status" in ('pending', 'verified', 'replaced', 'void'))`,
    );
    this.addSql(
      `alter table "otp" add constraint "otp_delivery_status_check" check ("delivery_status" in ('queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed', 'read'))`,
    );
    this.addSql(
      `alter table "otp" add constraint "otp_simulated_outcome_check" check ("simulated_outcome" in ('delivered', 'undelivered'))`,
    );
    this.addSql(
      `alter table "otp" add constraint "otp_team_id_business_number_id_foreign" foreign key ("team_id", "business_number_id") references "business_number" ("team_id", "id") on update no action`,
    );
  }
}
