import { type RawBuilder, sql } from "kysely";
import { type EntityManager, queries } from "./orm.ts";

/** The growth of a table since its last analysis that makes it due for the next one. */
const growthFactor = 2;

/**
 * Analyses the tables of the session's schema and of `schemas` that have outgrown PostgreSQL's statistics, and returns
 * their names.
 *
 * PostgreSQL plans for the size that a table had when it was analysed, and keeps plans until it is analysed again.
 * Autovacuum checks once a minute, and within a minute a new table can grow by a factor of thousands. So this compares
 * the size of the files, which needs no counters and is also right after a restore. A table is analysed when it has its
 * first page, and each time that its size has doubled. If several processes try it at once, one analyses the table and
 * the others skip it.
 *
 * Tables of another owner are skipped.
 */
export async function refreshStatistics(em: EntityManager, schemas: string[]): Promise<string[]> {
  const analyzed: string[] = [];
  for (const name of await findOutgrown(em, schemas)) {
    // Another process may have analysed it meanwhile.
    if (!(await isOutgrown(em, name))) continue;
    await sql`analyze (skip_locked) ${sql.raw(name)}`.execute(queries(em));
    analyzed.push(name);
  }
  return analyzed;
}

/** Finds the tables that have outgrown their statistics, the smallest first. Their names are quoted. */
export const findOutgrown = (em: EntityManager, schemas: string[]): Promise<string[]> =>
  findAmong(em, sql`n.nspname = any (array_append(${schemas}::text[], current_schema()::text))`);

const isOutgrown = async (em: EntityManager, name: string): Promise<boolean> =>
  (await findAmong(em, sql`c.oid = to_regclass(${name})`)).length > 0;

async function findAmong(em: EntityManager, isAmong: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select t.name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    cross join lateral (
      select format('%I.%I', n.nspname, c.relname) as name,
        pg_relation_size(c.oid) / current_setting('block_size')::int as pages,
        coalesce(pg_stat_get_last_analyze_time(c.oid), pg_stat_get_last_autoanalyze_time(c.oid)) is not null
          as is_analyzed
    ) t
    where ${isAmong} and c.relkind = 'r' and pg_has_role(c.relowner, 'usage')
      and t.pages > 0 and (not t.is_analyzed or t.pages >= ${growthFactor}::int * c.relpages)
    order by t.pages
  `.execute(queries(em));
  return rows.map(({ name }) => name);
}
