import { readdirSync } from "node:fs";
import { parse } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { distribute, isDistributed, prepareToDistribute, tablesOfTeams } from "../db/cluster/distribute.ts";
import type { Database } from "../db/database.ts";
import { noLimits } from "../db/driver/time-limits.ts";
import { isTableMissing } from "../db/faults.ts";
import { type DatabaseAddress, type EntityManager, type Orm, openOrm, queries } from "../db/orm.ts";
import { concurrently } from "../db/schema/concurrent-index.ts";
import { recordInitialMigration } from "../db/schema/earlier-migrations.ts";
import { liftTimeLimits } from "../db/sql/lift-time-limits.ts";
import { installQueue, isQueueCurrent, isQueueInstalled } from "../queue/queue.ts";

/** The number of the advisory lock under which the schema changes. It is arbitrary, and the same in every version. */
const schemaLock = 7_227_001;

/** The executed and the missing parts of the schema. */
export interface SchemaStatus {
  executed: string[];
  pending: string[];
  queueInstalled: boolean;
}

/**
 * Brings the schema of the service and of the queue up to date. With the topology `citus` it also distributes the
 * service's tables. If several processes start at once, one migrates, and the others wait and then have nothing to do.
 *
 * @throws ConfigError if the topology is `citus` and the database has no Citus
 * @throws Error if the database has only some of the migrations that the initial migration replaced
 */
export async function migrate({ orm, address }: Database): Promise<void> {
  const isCluster = address.topology === "citus";
  // On a cluster, it is not known whether all tables are distributed.
  if (!isCluster && (await isCurrent(orm))) return;
  await withSchemaLock(orm, async () => {
    await recordInitialMigration(orm);
    const migrateTogether = isCluster ? migrateCluster : migrateNode;
    for (const step of await planSteps(orm))
      await (isAlone(step) ? migrateAlone(orm, address, step) : migrateTogether(orm, step));
    await migrateTogether(orm, []);
    await installQueue(address);
  });
}

/** Whether nothing is left to do, by reads that need neither the lock nor new connections. Most starts find this. */
async function isCurrent(orm: Orm): Promise<boolean> {
  const [executed, hasQueue] = await Promise.all([readExecuted(orm), isQueueCurrent(orm.em.fork())]);
  return hasQueue && listMigrations(orm).every((name) => executed.has(name));
}

/** The names of this version's migrations. */
function listMigrations(orm: Orm): string[] {
  return readdirSync(orm.config.get("migrations").path!).map((file) => parse(file).name);
}

/** The names of the executed migrations; empty for a new database. */
async function readExecuted(orm: Orm): Promise<Set<string>> {
  try {
    return await orm.em.fork().transactional(async (tx) => {
      // A restore or a tool may hold the table for long.
      await liftTimeLimits(tx);
      const rows = await tx.execute<{ name: string }[]>("select name from mikro_orm_migrations");
      return new Set(rows.map(({ name }) => name));
    });
  } catch (error) {
    if (!isTableMissing(error)) throw error;
    return new Set();
  }
}

/** Groups the pending migrations by transaction, in order. A migration outside of a transaction is a group of its own. */
async function planSteps(orm: Orm): Promise<string[][]> {
  const steps: string[][] = [];
  // The list of pending migrations also creates their table, which would otherwise need a third connection.
  for (const { name } of await orm.migrator.getPending()) {
    const last = steps.at(-1);
    if (last && !isAlone(last) && !isAlone([name])) last.push(name);
    else steps.push([name]);
  }
  return steps;
}

const isAlone = ([name = ""]: string[]) => name.endsWith(concurrently);

/** Runs a migration outside of a transaction, on connections of its own without time limits. */
async function migrateAlone(orm: Orm, address: DatabaseAddress, migrations: string[]): Promise<void> {
  const unlimited = await openOrm(address, 2, noLimits);
  unlimited.config.set("migrations", orm.config.get("migrations"));
  try {
    await unlimited.migrator.up({ migrations });
  } finally {
    await unlimited.close();
  }
}

/** Runs migrations in one transaction without time limits. */
async function migrateNode(orm: Orm, migrations: string[]): Promise<void> {
  if (migrations.length === 0) return;
  await orm.em.fork().transactional(async (tx) => {
    await liftTimeLimits(tx);
    await orm.migrator.up({ migrations, transaction: tx.getTransactionContext() });
  });
}

/**
 * Runs migrations on a cluster, and distributes the new tables in the same transaction. If tables are already
 * distributed, each migration has its own transaction, because they cannot refer to a table that is not distributed.
 */
async function migrateCluster(orm: Orm, names: string[]): Promise<void> {
  const steps = (await isDistributed(orm)) ? names.map((name) => [name]) : [names];
  for (const migrations of steps) {
    await orm.em.fork().transactional(async (tx) => {
      await prepareToDistribute(tx);
      if (migrations.length > 0) await orm.migrator.up({ migrations, transaction: tx.getTransactionContext() });
      await distribute(tx, tablesOfTeams(orm));
    });
  }
}

/**
 * Runs work that only one process at a time may do on the database. Other processes poll for the lock, because a
 * concurrent index build would wait for the transaction of a statement that waits for the lock.
 */
export function withSchemaLock<T>(orm: Orm, work: (em: EntityManager) => Promise<T>): Promise<T> {
  return orm.em.fork().transactional(async (locked) => {
    await liftTimeLimits(locked);
    while (!(await tryLock(locked))) await wait(lockPauseMilliseconds);
    return work(orm.em.fork());
  });
}

const lockPauseMilliseconds = 50;

async function tryLock(em: EntityManager): Promise<boolean> {
  // Without parameters, because the portal of a statement with parameters keeps its snapshot. A concurrent index build
  // would wait for that, too.
  const lock = sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(schemaLock)}) as locked`;
  const { rows } = await lock.execute(queries(em));
  return rows[0]!.locked;
}

/** Compares the schema with the migrations and queues of this version. */
export async function readSchemaStatus({ orm }: Pick<Database, "orm">): Promise<SchemaStatus> {
  const executed = await orm.migrator.getExecuted();
  const pending = await orm.migrator.getPending();
  return {
    executed: executed.map(({ name }) => name),
    pending: pending.map(({ name }) => name),
    queueInstalled: await isQueueInstalled(orm.em.fork()),
  };
}
