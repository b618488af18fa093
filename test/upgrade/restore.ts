import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import type { Database } from "../../server/db/database.ts";
import { urlOf } from "../support/cluster.ts";
import type { Facts } from "./facts.ts";

/** The names of all dumps: the versions or commits that made them. */
export const dumps = readdirSync(import.meta.dirname).flatMap((file) => /^(.+)\.sql\.gz$/.exec(file)?.[1] ?? []);

/** Reads the dump of a name: what it has, and the SQL that restores it as if it had been made just now. */
export function readDump(name: string): { facts: Facts; sql: string[] } {
  const path = join(import.meta.dirname, name);
  const facts = JSON.parse(readFileSync(`${path}.json`, "utf8")) as Facts;
  return { facts, sql: [gunzipSync(readFileSync(`${path}.sql.gz`)).toString("utf8"), shiftTimes(facts.dumpedAt)] };
}

/** Restores the dump of a name into a blank database. Returns what it has. */
export async function restore(database: Database, name: string): Promise<Facts> {
  const { facts, sql } = readDump(name);
  const client = new pg.Client({ connectionString: urlOf(database) });
  await client.connect();
  try {
    for (const text of sql) await client.query(text);
  } finally {
    await client.end();
  }
  return facts;
}

/** SQL that moves all times of the service's and the queue's tables, so that nothing has expired since the dump. */
const shiftTimes = (dumpedAt: string) => `
  do $$
  declare
    age interval := clock_timestamp() - ${pg.escapeLiteral(dumpedAt)}::timestamptz;
    t record;
  begin
    for t in
      select format('%I.%I', table_schema, table_name) as name,
        string_agg(format('%1$I = %1$I + $1', column_name), ', ') as assignments
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE' and data_type like 'timestamp%'
        and is_generated = 'NEVER' and table_name <> 'mikro_orm_migrations'
      group by table_schema, table_name
    loop
      execute format('update %s set %s', t.name, t.assignments) using age;
    end loop;
  end $$`;
