/**
 * Distributes the tables over the nodes of a Citus cluster. The rows of a team are together on one node. Tables that are
 * read before the team is known have a copy on every node. Callbacks belong to no team when they are written, so their
 * records stay on the coordinator, with the queue that processes them.
 *
 * @see https://docs.citusdata.com/en/stable/develop/reference_ddl.html
 */
import { sql } from "kysely";
import { ConfigError } from "../../config-error.ts";
import { type EntityManager, type Orm, queries } from "../orm.ts";
import { liftTimeLimits } from "../sql/lift-time-limits.ts";

/** The tables that every node has a copy of. Their unique constraints hold across teams. */
export const referenceTables = [
  "team",
  "api_key",
  "business_number",
  "key_revision",
  "provider_account",
  "provider_revision",
];

/** The table that the others are colocated with, so that the rows of a team stay on one node. */
const colocationTable = "message";

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
    .toSorted((a, b) => Number(b === colocationTable) - Number(a === colocationTable));
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
    select from pg_dist_partition where logicalrelid = to_regclass(${colocationTable}) and partmethod = 'h'
  `.execute(queries(em));
  return rows.length > 0;
}

/** Prepares a transaction for changes of distributed tables and for distributing more tables. */
export async function prepareToDistribute(tx: EntityManager): Promise<void> {
  // A session's setting for its batches, with which Citus cannot change tables.
  await sql`select set_config('citus.propagate_set_commands', 'none', true)`.execute(queries(tx));
  // Distributing moves the existing rows, and waits for other transactions to end.
  await liftTimeLimits(tx);
  // Tables with foreign keys to reference tables must change in the same order on each node.
  await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(queries(tx));
}

/**
 * Distributes the reference tables and the tables of teams, with their rows, unless they are missing or already
 * distributed. A table with foreign keys from or to it cannot be distributed, so those are dropped and added again.
 */
export async function distribute(tx: EntityManager, teamTables: string[]): Promise<void> {
  const tables = await findUndistributed(tx, [...referenceTables, ...teamTables]);
  const foreignKeys = await findForeignKeys(tx, tables);
  const execute = (statement: string) => sql.raw(statement).execute(queries(tx));
  for (const { table, name } of foreignKeys) await execute(`alter table ${table} drop constraint "${name}"`);
  for (const table of tables) await execute(distributionOf(table));
  // An unlogged table keeps its shards, and those of the same teams, from being moved while they are in use.
  for (const table of await findUnlogged(tx, teamTables)) await execute(`alter table ${table} set logged`);
  // The rows have been copied to the nodes. The local copies would still be checked by later constraints.
  for (const table of tables) await execute(`select truncate_local_data_after_distributing_table('${table}')`);
  for (const { table, name, definition } of foreignKeys) {
    await execute(`alter table ${table} add constraint "${name}" ${definition}`);
  }
}

function distributionOf(table: string): string {
  if (referenceTables.includes(table)) return `select create_reference_table('${table}')`;
  const colocateWith = table === colocationTable ? "none" : colocationTable;
  return `select create_distributed_table('${table}', 'team_id', colocate_with => '${colocateWith}')`;
}

/** The existing tables that are not distributed, in the given order. Citus may know some of them by a foreign key only. */
async function findUndistributed(em: EntityManager, tables: string[]): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select t.name as table from unnest(${tables}::text[]) with ordinality as t (name, ord)
    left join pg_dist_partition p on p.logicalrelid = to_regclass(t.name)
      and (p.partmethod = 'h' or p.repmodel = 't')
    where p.logicalrelid is null and to_regclass(t.name) is not null order by t.ord
  `.execute(queries(em));
  return rows.map(({ table }) => table);
}

/** The foreign keys from or to the tables. */
async function findForeignKeys(em: EntityManager, tables: string[]): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select k.conrelid::regclass::text as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join unnest(${tables}::text[]) as t (name) on to_regclass(t.name) in (k.conrelid, k.confrelid)
    where k.contype = 'f' group by k.oid, k.conrelid, k.conname order by k.oid
  `.execute(queries(em));
  return rows;
}

async function findUnlogged(em: EntityManager, tables: string[]): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select relname as table from pg_class join unnest(${tables}::text[]) as t (name) on oid = to_regclass(t.name)
    where relpersistence = 'u' order by relname
  `.execute(queries(em));
  return rows.map(({ table }) => table);
}
