import type { EntityManager } from "../../server/db/orm.ts";

/** The names of the tables that have a text in any column of any row, also as the bytes of one. */
export async function tablesWith(em: EntityManager, text: string): Promise<string[]> {
  const tables = await em.execute<{ schema: string; name: string }[]>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname in ('public', 'pgboss') order by c.relname`,
  );
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const [{ count }] = (await em.execute(
      `select count(*)::int as count from "${schema}"."${name}" as t
       where position(? in t::text) > 0 or position(? in t::text) > 0`,
      [text, Buffer.from(text).toString("hex")],
    )) as [{ count: number }];
    if (count > 0) found.push(name);
  }
  return found;
}
