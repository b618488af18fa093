import { Migration } from "@mikro-orm/migrations";

const statements = [
  `alter table api_key add column scopes text[], add column mode text not null default 'any'`,
  `alter table api_key add constraint api_key_mode_check check (mode in ('any', 'test', 'live'))`,
];

export class KeyScopes extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
