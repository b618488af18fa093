import { Migration } from "@mikro-orm/migrations";

const statements = [
  `alter table team add column erasure_key bytea`,
  `create table erasure (
    team_id uuid not null, id uuid not null, status text not null, contact_id uuid, phone_hashes text[] not null,
    sealed bytea, step smallint not null, reached text, removed jsonb not null, due_at timestamptz(6),
    requested_at timestamptz(6) not null, watch_until timestamptz(6) not null, completed_at timestamptz(6),
    api_key_id uuid, constraint erasure_status_check check (status in ('running', 'watching', 'done'))
  )`,
  `alter table erasure add primary key (team_id, id)`,
  `create index erasure_due_index on erasure (due_at) where due_at is not null`,
];

/** Creates the erasures of phones, and the key of a team that hashes them. */
export class Migration20261127180000Erasures extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
