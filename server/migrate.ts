import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { concurrently } from "./db/concurrent-index.ts";
import type { Database } from "./db/database.ts";
import { distribute, isDistributed, prepareToDistribute, tablesOfTeams } from "./db/distribute.ts";
import { liftTimeLimits } from "./db/lift-time-limits.ts";
import { type DatabaseAddress, type EntityManager, type Orm, openOrm, queries } from "./db/orm.ts";
import { noLimits } from "./db/time-limits.ts";
import { installQueue, isQueueInstalled } from "./queue/queue.ts";

/** Any number, the same in every version: who holds its advisory lock may change the schema. */
const schemaLock = 7_227_001;

/** What of the schema is there and what is missing. */
export interface SchemaStatus {
  executed: string[];
  pending: string[];
  queueInstalled: boolean;
}

/**
 * Brings the schema of the service and of the queue up to date, and distributes the service's tables where that is the
 * topology. Of several processes that start at once one migrates, and the others wait and find nothing left to do.
 *
 * @throws ConfigError for a cluster that is none
 */
export function migrate({ orm, address }: Database): Promise<void> {
  return withSchemaLock(orm, async () => {
    for (const step of await planSteps(orm)) {
      if (isAlone(step)) await migrateAlone(orm, address, step);
      else if (address.topology === "citus") await migrateCluster(orm, step);
      else await migrateNode(orm, step);
    }
    if (address.topology === "citus") await migrateCluster(orm, []);
    await installQueue(address);
  });
}

/** The pending migrations in order, in groups that share a transaction. A migration without one is a group by itself. */
async function planSteps(orm: Orm): Promise<string[][]> {
  const steps: string[][] = [];
  // This also makes the list of migrations, which would otherwise need a third connection.
  for (const { name } of await orm.migrator.getPending()) {
    const last = steps.at(-1);
    if (last && !isAlone(last) && !isAlone([name])) last.push(name);
    else steps.push([name]);
  }
  return steps;
}

const isAlone = ([name = ""]: string[]) => name.endsWith(concurrently);

/** Runs a migration outside of a transaction, on connections of its own: there it may take as long as it needs. */
async function migrateAlone(orm: Orm, address: DatabaseAddress, migrations: string[]): Promise<void> {
  const unlimited = await openOrm(address, 2, noLimits);
  unlimited.config.set("migrations", orm.config.get("migrations"));
  try {
    await unlimited.migrator.up({ migrations });
  } finally {
    await unlimited.close();
  }
}

/** Runs migrations in one transaction, as long as they take. */
async function migrateNode(orm: Orm, migrations: string[]): Promise<void> {
  await orm.em.fork().transactional(async (tx) => {
    await liftTimeLimits(tx);
    await orm.migrator.up({ migrations, transaction: tx.getTransactionContext() });
  });
}

/**
 * The same migrations; what they make is distributed in their transaction. Where that was done before, each has one of
 * its own, because what is distributed cannot refer to what is not.
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
 * Does what only one process at a time may do to a database as a whole. Other processes ask for the lock again and again
 * until they get it. A statement that waits for the lock would be a transaction that a concurrent build waits for.
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
  // Without parameters, because the portal of a statement that has some keeps its snapshot, which a build waits for, too.
  const lock = sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(schemaLock)}) as locked`;
  const { rows } = await lock.execute(queries(em));
  return rows[0]!.locked;
}

/** Compares the schema with what this version needs. */
export async function readSchemaStatus({ orm, address }: Database): Promise<SchemaStatus> {
  const executed = await orm.migrator.getExecuted();
  const pending = await orm.migrator.getPending();
  return {
    executed: executed.map(({ name }) => name),
    pending: pending.map(({ name }) => name),
    queueInstalled: await isQueueInstalled(address),
  };
}
