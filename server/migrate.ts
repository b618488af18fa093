import { sql } from "kysely";
import type { Database } from "./db/database.ts";
import { distribute, isDistributed, prepareToDistribute, tablesOfTeams } from "./db/distribute.ts";
import { type EntityManager, type Orm, queries } from "./db/orm.ts";
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
    if (address.topology === "citus") await migrateCluster(orm);
    else await orm.migrator.up();
    await installQueue(address);
  });
}

/**
 * The same migrations; what they make is distributed in their transaction. Where that was done before, each has one of
 * its own, because what is distributed cannot refer to what is not.
 */
async function migrateCluster(orm: Orm): Promise<void> {
  const names = async () => (await orm.migrator.getPending()).map(({ name }) => name);
  const steps = (await isDistributed(orm)) ? (await names()).map((name) => [name]) : [await names()];
  for (const migrations of steps) {
    await orm.em.fork().transactional(async (tx) => {
      await prepareToDistribute(tx);
      if (migrations.length > 0) await orm.migrator.up({ migrations, transaction: tx.getTransactionContext() });
      await distribute(tx, tablesOfTeams(orm));
    });
  }
}

/** Does what only one process at a time may do to a database as a whole; others wait, however long it takes. */
export function withSchemaLock<T>(orm: Orm, work: (em: EntityManager) => Promise<T>): Promise<T> {
  return orm.em.fork().transactional(async (locked) => {
    await sql`set local lock_timeout = 0`.execute(queries(locked));
    await sql`select pg_advisory_xact_lock(${schemaLock})`.execute(queries(locked));
    return work(orm.em.fork());
  });
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
