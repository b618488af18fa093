import { Migration } from "@mikro-orm/migrations";

export class Migration20261121100000Contacts extends Migration {
  override up(): void {
    this.addSql(`create extension if not exists btree_gin`);
    this.addSql(`create extension if not exists pg_trgm`);
    this.addSql(
      `create table "contact" ("team_id" uuid not null, "id" uuid not null, "name" varchar(255) not null, "company" varchar(255) null, "role" varchar(255) null, "external_id" varchar(255) null, "tags" text[] not null, "notes" text[] not null, "metadata" jsonb not null, "search_text" text not null, "search_trigrams" text[] not null, "name_group_id" uuid null, "created_at" timestamptz(6) not null, "updated_at" timestamptz(6) not null)`,
    );
    this.addSql(`create index "contact_list_index" on "contact" ("team_id", "created_at" desc, "id" desc)`);
    this.addSql(`create index "contact_updated_index" on "contact" ("team_id", "updated_at")`);
    this.addSql(
      `create index "contact_search_index" on "contact" using gin ("team_id", "search_trigrams") with (fastupdate = off)`,
    );
    this.addSql(`alter table "contact" add primary key ("team_id", "id")`);
    this.addSql(
      `create index "contact_external_id_index" on "contact" ("team_id", "external_id", "created_at" desc, "id" desc) where "external_id" is not null`,
    );
    this.addSql(
      `create index "contact_name_group_index" on "contact" ("team_id", "name_group_id", "created_at" desc, "id" desc) where "name_group_id" is not null`,
    );
    this.addSql(
      `create index "contact_company_index" on "contact" using gin ("team_id", lower("company"), "name" gin_trgm_ops) with (fastupdate = off) where "company" is not null`,
    );
    this.addSql(
      `create table "contact_phone" ("team_id" uuid not null, "id" uuid not null, "contact_id" uuid not null, "contact_created_at" timestamptz(6) not null, "phone_number" varchar(16) not null, "label" varchar(255) null, "is_primary" boolean not null, "created_at" timestamptz(6) not null, "updated_at" timestamptz(6) not null)`,
    );
    this.addSql(
      `alter table "contact_phone" add constraint "contact_phone_number_unique" unique ("team_id", "contact_id", "phone_number")`,
    );
    this.addSql(
      `create index "contact_phone_holders_index" on "contact_phone" ("team_id", "phone_number", "contact_created_at" desc, "contact_id" desc)`,
    );
    this.addSql(`alter table "contact_phone" add primary key ("team_id", "id")`);
    this.addSql(
      `create unique index "contact_phone_primary_unique" on "contact_phone" ("team_id", "contact_id") where "is_primary"`,
    );
    this.addSql(
      `create table "contact_tag" ("team_id" uuid not null, "tag" varchar(255) not null, "contact_created_at" timestamptz(6) not null, "contact_id" uuid not null)`,
    );
    this.addSql(`create index "contact_tag_contact_index" on "contact_tag" ("team_id", "contact_id")`);
    this.addSql(`alter table "contact_tag" add primary key ("team_id", "tag", "contact_created_at", "contact_id")`);
    this.addSql(
      `create table "duplicate_group" ("team_id" uuid not null, "reason" text not null, "key" varchar(255) not null, "newest_created_at" timestamptz(6) not null, "newest_id" uuid not null)`,
    );
    this.addSql(
      `create index "duplicate_group_list_index" on "duplicate_group" ("team_id", "newest_created_at", "newest_id", "reason", "key")`,
    );
    this.addSql(`alter table "duplicate_group" add primary key ("team_id", "reason", "key")`);
    this.addSql(
      `alter table "duplicate_group" add constraint "duplicate_group_reason_check" check ("reason" in ('same_phone', 'same_external_id', 'similar_name'))`,
    );
    this.addSql(`alter table "thread" add "contact_id" uuid null`);
    this.addSql(
      `create index "thread_contact_index" on "thread" ("team_id", "contact_id") where "contact_id" is not null`,
    );
    this.addSql(
      `alter table "contact" add constraint "contact_team_id_foreign" foreign key ("team_id") references "team" ("id")`,
    );
    this.addSql(
      `alter table "contact_phone" add constraint "contact_phone_team_id_contact_id_foreign" foreign key ("team_id", "contact_id") references "contact" ("team_id", "id") on update no action`,
    );
    this.addSql(
      `alter table "contact_tag" add constraint "contact_tag_team_id_contact_id_foreign" foreign key ("team_id", "contact_id") references "contact" ("team_id", "id") on update no action`,
    );
    this.addSql(
      `alter table "duplicate_group" add constraint "duplicate_group_team_id_foreign" foreign key ("team_id") references "team" ("id")`,
    );
    this.addSql(
      `alter table "thread" add constraint "thread_team_id_contact_id_foreign" foreign key ("team_id", "contact_id") references "contact" ("team_id", "id") on update no action on delete no action`,
    );
  }
}
