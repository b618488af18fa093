import { PgBoss } from "pg-boss";
import { connectionOptions } from "../db/driver/pool.ts";
import { defaultLimits, type TimeLimits } from "../db/driver/time-limits.ts";
import { connectionOf, type DatabaseAddress, type EntityManager } from "../db/orm.ts";
import type { Log } from "../log.ts";
import { bossOn, queueSchema } from "./boss.ts";
import { type JobData, type QueueName, queueOptions, type ScheduledQueue, type WorkQueue } from "./queues.ts";

/** How many jobs of a queue a process works on at a time. */
const jobsAtATime = 4;

export interface Queue {
  /** Runs `handler` at the times of a cron expression, each time in one of all processes. */
  schedule(name: ScheduledQueue, cron: string, handler: () => Promise<void>): Promise<void>;
  /** Works on jobs, some at a time in each process. Returns a function that stops it and waits for those that run. */
  work<Name extends WorkQueue>(
    name: Name,
    handler: (data: JobData[Name]) => Promise<void>,
  ): Promise<() => Promise<void>>;
  /** Calls `listener` when jobs that can start were enqueued, by any process. A lost notification is possible. */
  onJobs(name: WorkQueue, listener: () => void): void;
  /** Waits for the running jobs, and returns the others to the queue. */
  stop(): Promise<void>;
}

/** Creates or updates the queue's tables, in a schema of their own, and the queues in them. */
export async function installQueue(address: DatabaseAddress): Promise<void> {
  const boss = connect(address, { supervise: false, schedule: false, migrate: true, max: 2 }, maintenanceLimits);
  await boss.start();
  for (const [name, state] of await compareQueues(boss)) {
    if (state === "missing") await boss.createQueue(name, queueOptions[name]);
    else if (state === "different") await boss.updateQueue(name, queueOptions[name]);
  }
  await boss.stop({ graceful: false, close: true });
}

type QueueState = "missing" | "different" | "current";

/** Compares the queues of the database with those of this version. */
async function compareQueues(boss: PgBoss): Promise<Map<QueueName, QueueState>> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, new Map(Object.entries(queue))]));
  const stateOf = (name: QueueName): QueueState => {
    const queue = existing.get(name);
    if (!queue) return "missing";
    const differs = Object.entries(queueOptions[name]).some(([option, value]) => queue.get(option) !== value);
    return differs ? "different" : "current";
  };
  return new Map((Object.keys(queueOptions) as QueueName[]).map((name) => [name, stateOf(name)]));
}

/** Whether all queues exist, and their tables have the version that this process needs. */
export async function isQueueInstalled(em: EntityManager): Promise<boolean> {
  const states = await readQueueStates(em);
  return states.length > 0 && !states.includes("missing");
}

/** Whether `installQueue` would change nothing. */
export async function isQueueCurrent(em: EntityManager): Promise<boolean> {
  const states = await readQueueStates(em);
  return states.length > 0 && states.every((state) => state === "current");
}

/** The state of each queue, read on the ORM's connections; empty if the tables are missing or old. */
async function readQueueStates(em: EntityManager): Promise<QueueState[]> {
  const boss = bossOn(em);
  try {
    await boss.start();
    return [...(await compareQueues(boss)).values()];
  } catch {
    // With `migrate: false` the library refuses to start if tables are missing or old.
    return [];
  } finally {
    await boss.stop({ graceful: false, close: false }).catch(() => {});
  }
}

/**
 * Starts to work on jobs. The maintenance of the queue's tables has connections of its own, because its statements may
 * take long. On the workers' connections, a long silence is a fault.
 */
export async function startQueue(address: DatabaseAddress, log: Log): Promise<Queue> {
  const boss = connect(address, { supervise: false, schedule: false, migrate: false, max: 4, useListenNotify: true });
  const maintenance = connect(
    address,
    {
      supervise: true,
      schedule: true,
      migrate: false,
      max: 2,
      // A killed worker is detected after the heartbeat of its jobs and one of these intervals.
      superviseIntervalSeconds: 5,
      monitorIntervalSeconds: 5,
      maintenanceIntervalSeconds: 60,
    },
    maintenanceLimits,
  );
  const listeners = new Map<string, () => void>();
  onNotification(boss.getDb(), listeners);
  for (const each of [boss, maintenance]) each.on("error", (error) => log.error({ err: error }, "queue"));
  await Promise.all([boss.start(), maintenance.start()]);
  const scheduled = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]));
  return {
    async schedule(name, cron, handler) {
      await boss.work(name, handler);
      // The first cron expression takes the library longer to parse than the rest of the start.
      if (scheduled.get(name) !== cron) await boss.schedule(name, cron);
    },
    async work(name, handler) {
      await boss.work<JobData[typeof name]>(name, { localConcurrency: jobsAtATime }, async (jobs) => {
        for (const { data } of jobs) await handler(data);
      });
      return () => boss.offWork(name, { wait: true });
    },
    onJobs(name, listener) {
      listeners.set(name, listener);
    },
    async stop() {
      const options = { graceful: true, close: true, timeout: 8_000 };
      await Promise.all([boss.stop(options), maintenance.stop(options)]);
    },
  };
}

/**
 * Passes the library's notifications on to listeners by queue. After a new connection all are called, because
 * notifications may be lost.
 */
function onNotification(db: ReturnType<PgBoss["getDb"]>, listeners: Map<string, () => void>): void {
  const listen = db.listen!.bind(db);
  db.listen = (channel, onQueue, onReconnect) =>
    listen(
      channel,
      (queue) => {
        onQueue(queue);
        listeners.get(queue)?.();
      },
      () => {
        onReconnect();
        for (const listener of listeners.values()) listener();
      },
    );
}

/** For statements over whole tables. */
const maintenanceLimits: TimeLimits = { ...defaultLimits, lock: 0, statement: 0, silence: 10 * 60_000 };

function connect(address: DatabaseAddress, options: object, limits = defaultLimits): PgBoss {
  const backend = address.topology === undefined || address.topology === "single" ? "postgres" : address.topology;
  const session = { ...connectionOptions(limits), application_name: "messaging queue" };
  const boss = new PgBoss({ ...connectionOf(address), ...session, ...options, backend, schema: queueSchema });
  // A lost connection makes its statements fail. Without a listener, its error would also end the process.
  return boss.on("error", () => {});
}
