import { Migration } from "@mikro-orm/migrations";

const statements = [
  "create table key_revision (singleton int not null, revision int not null, primary key (singleton))",
  "insert into key_revision (singleton, revision) values (1, 0)",
  // Processes of the previous version do not write these columns. Their tokens in advance last a tenth of a second.
  `alter table rate_bucket add column returned int not null default 0, add column lent int not null default 0,
    add column lent_until timestamptz(6) not null default '-infinity'`,
];

/**
 * Counts the changes of keys and teams, so that a process can keep keys in memory. Buckets count the tokens that processes
 * hold in advance.
 */
export class KeyRevisions extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
