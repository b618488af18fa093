import { sql } from "kysely";
import { type EntityManager, ormOf, prepared } from "../../db/orm.ts";

/** The time zones that databases know, by their ORM. PostgreSQL reads 600 files to list them. */
const known = new WeakMap<object, ReadonlySet<string>>();

/** The IANA names that PostgreSQL knows. A change of its zone data adds its new names at the next start. */
export async function knownTimeZones(em: EntityManager): Promise<ReadonlySet<string>> {
  const orm = ormOf(em);
  const names = known.get(orm) ?? (await readTimeZones(em));
  known.set(orm, names);
  return names;
}

async function readTimeZones(em: EntityManager): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_timezone_names where name ~ '^[A-Z]' order by name
  `.execute(prepared(em));
  return new Set(rows.map(({ name }) => name));
}
