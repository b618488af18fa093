import { runIsolated } from "../db/batching/isolate.ts";
import type { EntityManager, Orm } from "../db/orm.ts";
import { every } from "../housekeeping/every.ts";
import type { Log } from "../log.ts";
import type { Queue } from "../queue/queue.ts";
import type { JobData } from "../queue/queues.ts";
import { createOrderedTaker, type TakeInOrderOptions, type TakenJob } from "../queue/take-in-order.ts";
import { processInbound } from "./process-inbound.ts";
import { processStatuses } from "./process-statuses.ts";

/** The queues of callbacks. */
type CallbackQueue = "callbacks.inbound" | "callbacks.status";

/** Processes the next jobs of a queue, and returns their number. */
export type WorkOnNext = (options?: TakeInOrderOptions) => Promise<number>;

/** The functions that process the jobs of each queue of callbacks. */
export type CallbackWork = Record<CallbackQueue, WorkOnNext>;

/** The pause of an idle queue. The end of a job's delay causes no notification. */
const pauseMilliseconds = 500;

/**
 * Creates the functions that process callbacks, each in one transaction for many callbacks. A callback that fails does
 * not hold up the others. Its job is retried, and skips the callbacks that are processed. Callbacks keep their order, also
 * if several processes work, so messages are in their threads in the order of receipt.
 */
export function createCallbackWork(orm: Orm, log: Pick<Log, "warn">): CallbackWork {
  return {
    "callbacks.inbound": workOn(orm, log, "callbacks.inbound", processInbound),
    "callbacks.status": workOn(orm, log, "callbacks.status", processStatuses),
  };
}

/** Starts to process callbacks, and calls `onDone` after each batch. Returns a function that stops it. */
export function workOnCallbacks(queue: Queue, work: CallbackWork, log: Log, onDone = () => {}): () => Promise<void> {
  const stops = Object.entries(work).map(([name, workOnNext]) =>
    every(pauseMilliseconds, { name, log, onWake: (wake) => queue.onJobs(name as CallbackQueue, wake) }, async () => {
      const count = await workOnNext();
      if (count > 0) onDone();
      return count > 0;
    }),
  );
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}

/** A callback of a job. */
interface Task<Data> {
  job: TakenJob<Data>;
  data: Data & { callbackId: string };
}

function workOn<Name extends CallbackQueue>(
  orm: Orm,
  log: Pick<Log, "warn">,
  name: Name,
  process: (tx: EntityManager, tasks: (JobData[Name] & { callbackId: string })[]) => Promise<unknown>,
): WorkOnNext {
  const take = createOrderedTaker(orm, name);
  const handle = async (tx: EntityManager, jobs: TakenJob<JobData[Name]>[]) => {
    const tasks = jobs.flatMap((job): Task<JobData[Name]>[] =>
      [job.data.callbackId].flat().map((callbackId) => ({ job, data: { ...job.data, callbackId } })),
    );
    const failed = await runIsolated(tx, tasks, (nested, some) =>
      process(
        nested,
        some.map(({ data }) => data),
      ),
    );
    for (const [{ job }, error] of failed) log.warn({ err: error, queue: name, jobId: job.id }, "job failed");
    return new Map([...failed].map(([{ job }, error]) => [job, error]));
  };
  return (options) => take(handle, options);
}
