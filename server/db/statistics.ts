import { sql } from "kysely";
import { type EntityManager, queries } from "./orm.ts";

/** How many times the pages at its last analysis a table must have to be analysed again. */
const growthFactor = 2;

/**
 * Analyses the tables of the session's schema and of `schemas` that have outgrown PostgreSQL's statistics, and returns
 * their names.
 *
 * PostgreSQL plans for the size that a table had when it was analysed, and keeps plans until it is analysed again.
 * Autovacuum looks once a minute; within a minute a new table grows by a factor of thousands. So this looks at the size
 * of the files, which needs no counters and is true after a restore, too. A table is analysed when it has its first
 * page, and each time that its size has doubled. Of several processes one analyses a table, and the others skip it.
 *
 * Tables of another owner are left alone. In a cluster the tables on the coordinator are empty, so the nodes' autovacuum
 * has to do.
 */
export async function refreshStatistics(em: EntityManager, schemas: string[]): Promise<string[]> {
  const analyzed: string[] = [];
  for (;;) {
    const name = await findOutgrown(em, schemas, analyzed);
    if (name === undefined) return analyzed;
    await sql`analyze (skip_locked) ${sql.raw(name)}`.execute(queries(em));
    analyzed.push(name);
  }
}

/**
 * The quoted name of the smallest table that has outgrown its statistics; undefined if there is none but those of
 * `except`.
 */
export async function findOutgrown(
  em: EntityManager,
  schemas: string[],
  except: string[] = [],
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select t.name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    cross join lateral (
      select format('%I.%I', n.nspname, c.relname) as name,
        pg_relation_size(c.oid) / current_setting('block_size')::int as pages,
        coalesce(pg_stat_get_last_analyze_time(c.oid), pg_stat_get_last_autoanalyze_time(c.oid)) is not null
          as is_analyzed
    ) t
    where n.nspname = any (array_append(${schemas}::text[], current_schema()::text))
      and c.relkind = 'r' and pg_has_role(c.relowner, 'usage')
      and t.pages > 0 and (not t.is_analyzed or t.pages >= ${growthFactor}::int * c.relpages)
      and t.name <> all (${except}::text[])
    order by t.pages limit 1
  `.execute(queries(em));
  return rows[0]?.name;
}
