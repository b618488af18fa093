import { Migration } from "@mikro-orm/migrations";

const statements = [
  `create table contact_merge (
    team_id uuid not null, id uuid not null, source_id uuid not null, target_id uuid not null, kept jsonb not null,
    phones text[] not null, moved_threads int not null, api_key_id uuid not null, merged_at timestamptz(6) not null,
    undone_at timestamptz(6)
  )`,
  `create index contact_merge_source_index on contact_merge (team_id, source_id)`,
  `create index contact_merge_target_index on contact_merge (team_id, target_id)`,
  `create index contact_merge_age_index on contact_merge (merged_at)`,
  `create index contact_merge_phones_index on contact_merge using gin (team_id, phones)`,
  `alter table contact_merge add primary key (team_id, id)`,
];

/** Creates the merges of contacts, which can be undone. */
export class Migration20261128120000ContactMerges extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
