import { Migration } from "@mikro-orm/migrations";

const counts = ["open", "deleted", "given_up", "kept"].map(
  (name) => `add column copies_${name} int not null default 0`,
);

const statements = [
  `create table carrier_copy (
    team_id uuid not null, id uuid not null, erasure_id uuid not null, provider_id varchar(64) not null,
    attempts smallint not null, due_at timestamptz(6) not null
  )`,
  `create index carrier_copy_due_index on carrier_copy (due_at)`,
  `alter table carrier_copy add primary key (team_id, id)`,
  `alter table erasure ${counts.join(", ")}`,
];

/** Adds the texts that carriers are to delete after an erasure, with their counts. */
export class Migration20261128160000CarrierCopies extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
