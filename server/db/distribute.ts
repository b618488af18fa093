/**
 * How the tables are spread over the nodes of a Citus cluster: the rows of a team are together on one node, and what is
 * looked into before a team is known is on every node. What no team owns when it is written, the records of callbacks,
 * stays on the coordinator with the queue that works on them.
 *
 * @see https://docs.citusdata.com/en/stable/develop/reference_ddl.html
 */
import { sql } from "kysely";
import { ConfigError } from "../config.ts";
import { liftTimeLimits } from "./lift-time-limits.ts";
import { type EntityManager, type Orm, queries } from "./orm.ts";

/** Each node has a copy of these; what is unique in them is so across teams. */
export const referenceTables = ["team", "api_key", "business_number"];

/** The tables that others are spread like, shard by shard, so that the rows of a team stay together. */
const pattern = "message";

/** A foreign key, as SQL. */
interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** The tables whose rows belong to one team each. */
export function tablesOfTeams(orm: Orm): string[] {
  return [...orm.getMetadata().getAll().values()]
    .filter(({ primaryKeys, tableName }) => primaryKeys[0] === "teamId" && !referenceTables.includes(tableName))
    .map(({ tableName }) => tableName)
    .toSorted((a, b) => Number(b === pattern) - Number(a === pattern));
}

/**
 * Whether tables have been distributed here.
 *
 * @throws ConfigError when the database has no Citus
 */
export async function isDistributed(orm: Orm): Promise<boolean> {
  const em = orm.em.fork();
  const extension = await sql`select from pg_extension where extname = 'citus'`.execute(queries(em));
  if (extension.rows.length === 0) throw new ConfigError("DATABASE_TOPOLOGY: the database has no extension citus");
  const { rows } = await sql`
    select from pg_dist_partition where logicalrelid = to_regclass(${pattern}) and partmethod = 'h'
  `.execute(queries(em));
  return rows.length > 0;
}

/** Makes a transaction fit for changes of distributed tables and for distributing others. */
export async function prepareToDistribute(tx: EntityManager): Promise<void> {
  // It moves what is there, and waits for other transactions to end.
  await liftTimeLimits(tx);
  // With foreign keys to what every node has, each node is to see the changes in one order.
  await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(queries(tx));
}

/**
 * Distributes those of the reference tables and of the tables of teams that are there and not yet distributed, with what
 * is in them. A table that refers to others, or that others refer to, cannot be distributed: those foreign keys are gone
 * meanwhile.
 */
export async function distribute(tx: EntityManager, ofTeams: string[]): Promise<void> {
  const tables = await findUndistributed(tx, [...referenceTables, ...ofTeams]);
  const foreignKeys = await findForeignKeys(tx, tables);
  const execute = (statement: string) => sql.raw(statement).execute(queries(tx));
  for (const { table, name } of foreignKeys) await execute(`alter table ${table} drop constraint "${name}"`);
  for (const table of tables) await execute(distributionOf(table));
  // What was there has been copied to the nodes; left behind, it would be checked by later constraints.
  for (const table of tables) await execute(`select truncate_local_data_after_distributing_table('${table}')`);
  for (const { table, name, definition } of foreignKeys) {
    await execute(`alter table ${table} add constraint "${name}" ${definition}`);
  }
}

function distributionOf(table: string): string {
  if (referenceTables.includes(table)) return `select create_reference_table('${table}')`;
  const like = table === pattern ? "none" : pattern;
  return `select create_distributed_table('${table}', 'team_id', colocate_with => '${like}')`;
}

/** Of the tables that are there, in the order of the list. One that only foreign keys made known to Citus is one of them. */
async function findUndistributed(em: EntityManager, tables: string[]): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select t.name as table from unnest(${tables}::text[]) with ordinality as t (name, ord)
    left join pg_dist_partition p on p.logicalrelid = to_regclass(t.name)
      and (p.partmethod = 'h' or p.repmodel = 't')
    where p.logicalrelid is null and to_regclass(t.name) is not null order by t.ord
  `.execute(queries(em));
  return rows.map(({ table }) => table);
}

/** Those from or to the tables. */
async function findForeignKeys(em: EntityManager, tables: string[]): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select k.conrelid::regclass::text as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join unnest(${tables}::text[]) as t (name) on to_regclass(t.name) in (k.conrelid, k.confrelid)
    where k.contype = 'f' group by k.oid, k.conrelid, k.conname order by k.oid
  `.execute(queries(em));
  return rows;
}
