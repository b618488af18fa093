import { createHash } from "node:crypto";
import type { Orm } from "../../server/db/orm.ts";

/** The description of a database without a schema. */
export const absent = "";

/** Every column, constraint and index of the service's schema in one hash; empty without a schema. */
export async function describeSchema(orm: Orm): Promise<string> {
  const rows = await orm.em.fork().execute<{ line: string }[]>(`
    select table_name || ' ' || column_name || ' ' || data_type || ' ' || is_nullable as line
      from information_schema.columns where table_schema = 'public' and table_name <> 'mikro_orm_migrations'
    union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace and conrelid <> 0
        and conrelid is distinct from to_regclass('mikro_orm_migrations')
    union all select indexdef from pg_indexes where schemaname = 'public' and tablename <> 'mikro_orm_migrations'
    order by line`);
  if (rows.length === 0) return absent;
  return createHash("sha256")
    .update(rows.map(({ line }) => line).join("\n"))
    .digest("hex");
}
