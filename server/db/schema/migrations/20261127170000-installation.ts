import { Migration } from "@mikro-orm/migrations";

const statements = [
  `create table installation (
    singleton int not null, backed_up_at timestamptz(6), old_token_hash varchar(64), old_token_needed_at timestamptz(6),
    primary key (singleton)
  )`,
  "insert into installation (singleton) values (1)",
];

/** Adds the state of the installation. A restored database lacks the row, so that it is known as restored. */
export class Migration20261127170000Installation extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
