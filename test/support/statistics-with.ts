import type { EntityManager } from "../../server/db/orm.ts";

/** The columns whose values PostgreSQL's statistics repeat. */
export async function statisticsWith(em: EntityManager, text: string): Promise<string[]> {
  const rows = await em.execute<{ name: string }[]>(
    `select tablename || '.' || attname as name from pg_stats
     where schemaname in ('public', 'pgboss')
       and concat_ws(' ', most_common_vals, histogram_bounds, most_common_elems) like ?`,
    [`%${text}%`],
  );
  return rows.map(({ name }) => name);
}
