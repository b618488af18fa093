import { Migration } from "@mikro-orm/migrations";

/** The suffix of a migration's name that makes it run alone, outside of a transaction. */
export const concurrently = "-concurrently";

interface Index {
  name: string;
  isUnique?: boolean;
  /** The rest of the definition: `"message" ("team_id", …) where …`. */
  on: string;
}

/**
 * Builds indexes on tables that may have data, while other processes write to them. PostgreSQL allows that only outside
 * of a transaction, so the migration is a file of its own whose name ends with `-concurrently`.
 *
 * A build waits for every transaction that began before it, such as a dump, however long that takes. A build that failed
 * or was interrupted leaves an invalid index, which costs writes and serves no read. The migration is then still pending,
 * and the next start drops that index before it builds again.
 *
 * @see https://www.postgresql.org/docs/current/sql-createindex.html#SQL-CREATEINDEX-CONCURRENTLY
 */
export abstract class ConcurrentIndexMigration extends Migration {
  protected abstract readonly indexes: Index[];

  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    for (const { name, isUnique, on } of this.indexes) {
      this.addSql(`drop index concurrently if exists "${name}"`);
      this.addSql(`create ${isUnique ? "unique " : ""}index concurrently "${name}" on ${on}`);
    }
  }
}
