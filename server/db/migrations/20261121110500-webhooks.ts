import { Migration } from "@mikro-orm/migrations";

export class Migration20261121110500Webhooks extends Migration {
  override up(): void {
    this.addSql(
      `create table "webhook_delivery" ("team_id" uuid not null, "id" uuid not null, "message_id" uuid not null, "url" text not null, "payload" text not null, "status" text not null, "attempt_count" smallint not null, "next_attempt_at" timestamptz(6) null, "created_at" timestamptz(6) not null, "updated_at" timestamptz(6) not null)`,
    );
    this.addSql(`create index "webhook_delivery_age_index" on "webhook_delivery" ("created_at")`);
    this.addSql(
      `alter table "webhook_delivery" add constraint "webhook_delivery_message_unique" unique ("team_id", "message_id")`,
    );
    this.addSql(`alter table "webhook_delivery" add primary key ("team_id", "id")`);
    this.addSql(
      `alter table "webhook_delivery" add constraint "webhook_delivery_status_check" check ("status" in ('pending', 'delivered', 'failed'))`,
    );
    this.addSql(
      `create table "webhook_attempt" ("team_id" uuid not null, "delivery_id" uuid not null, "number" smallint not null, "started_at" timestamptz(6) not null, "duration_milliseconds" int not null, "status" smallint null, "error" varchar(64) null, "answer" text null, primary key ("team_id", "delivery_id", "number"))`,
    );
    this.addSql(
      `create table "webhook_secret" ("team_id" uuid not null, "id" uuid not null, "secret" varchar(64) not null, "created_at" timestamptz(6) not null, "expires_at" timestamptz(6) null, primary key ("team_id", "id"))`,
    );
    this.addSql(
      `create unique index "webhook_secret_current_unique" on "webhook_secret" ("team_id") where "expires_at" is null`,
    );
    this.addSql(
      `create index "message_reply_webhook_index" on "message" ("team_id", "thread_id", "created_at" desc, "id" desc) where "reply_webhook_url" is not null`,
    );
    this.addSql(
      `alter table "webhook_delivery" add constraint "webhook_delivery_team_id_message_id_foreign" foreign key ("team_id", "message_id") references "message" ("team_id", "id") on update no action`,
    );
    this.addSql(
      `alter table "webhook_attempt" add constraint "webhook_attempt_team_id_delivery_id_foreign" foreign key ("team_id", "delivery_id") references "webhook_delivery" ("team_id", "id") on update no action`,
    );
    this.addSql(
      `alter table "webhook_secret" add constraint "webhook_secret_team_id_foreign" foreign key ("team_id") references "team" ("id")`,
    );
  }
}
