import { PgBoss } from "pg-boss";
import type { DatabaseAddress } from "../db/orm.ts";
import type { Log } from "../log.ts";

/** The queues, named `area.event`. */
export const queues = { pruneIdempotencyKeys: "idempotency.prune", pruneOtps: "otp.prune" } as const;

const schema = "pgboss";

export interface Queue {
  /** Runs `handler` at the minutes that a cron line names, in one of all the processes. */
  schedule(name: string, cron: string, handler: () => Promise<void>): Promise<void>;
  /** Lets the running jobs end, and gives back what was not begun. */
  stop(): Promise<void>;
}

/** Makes or updates the queue's tables, in a schema of their own. */
export async function installQueue(address: DatabaseAddress): Promise<void> {
  const boss = connect(address, { supervise: false, schedule: false, migrate: true, max: 2 });
  await boss.start();
  await boss.stop({ graceful: false, close: true });
}

/** Whether the queue's tables are there, of the version that this process needs. */
export async function isQueueInstalled(address: DatabaseAddress): Promise<boolean> {
  const boss = connect(address, { supervise: false, schedule: false, migrate: false, max: 1 });
  try {
    await boss.start();
    return true;
  } catch {
    // With `migrate: false` it refuses to start on tables that are missing or old.
    return false;
  } finally {
    await boss.stop({ graceful: false, close: true }).catch(() => {});
  }
}

/** Starts working on jobs. */
export async function startQueue(address: DatabaseAddress, log: Log): Promise<Queue> {
  const boss = connect(address, { supervise: true, schedule: true, migrate: false, max: 4 });
  boss.on("error", (error) => log.error({ err: error }, "queue"));
  await boss.start();
  return {
    async schedule(name, cron, handler) {
      await boss.createQueue(name);
      await boss.work(name, handler);
      await boss.schedule(name, cron);
    },
    stop: () => boss.stop({ graceful: true, close: true, timeout: 8_000 }),
  };
}

function connect(address: DatabaseAddress, options: object): PgBoss {
  const connection = "url" in address ? { connectionString: address.url } : { ...address };
  return new PgBoss({ ...connection, ...options, schema, application_name: "messaging queue" });
}
