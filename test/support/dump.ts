import type { EntityManager } from "../../server/db/orm.ts";

/** A row in PostgreSQL's text format, and its table, such as `public.otp`. */
export interface DumpedRow {
  table: string;
  row: string;
}

/** Every row of all tables, including queue and migrations, or all rows of a team. */
export async function dumpRows(em: EntityManager, teamId?: string): Promise<DumpedRow[]> {
  const tables = await em.execute<{ name: string }[]>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables t
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
       and (? or exists (select from information_schema.columns c
         where (c.table_schema, c.table_name) = (t.table_schema, t.table_name) and c.column_name = 'team_id'))
     order by name`,
    [teamId === undefined],
  );
  const rows: DumpedRow[] = [];
  for (const { name } of tables) {
    const where = teamId === undefined ? "" : "where team_id = ?";
    const found = await em.execute<{ row: string }[]>(
      `select t::text as row from ${name} t ${where} order by 1`,
      teamId === undefined ? [] : [teamId],
    );
    rows.push(...found.map(({ row }) => ({ table: name, row })));
  }
  return rows;
}
