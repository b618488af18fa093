import { runIsolated } from "../db/batching/isolate.ts";
import { isOtherNodeAway, isStatementTimeout } from "../db/faults.ts";
import { findNodesAway } from "../db/nodes.ts";
import type { EntityManager, Orm } from "../db/orm.ts";
import { every } from "../housekeeping/every.ts";
import type { Log } from "../log.ts";
import type { Queue } from "../queue/queue.ts";
import type { JobData } from "../queue/queues.ts";
import {
  type BatchResult,
  createOrderedTaker,
  type TakeInOrderOptions,
  type TakenJob,
} from "../queue/take-in-order.ts";
import { collectWaiting, groupsOfCallbacks, mustWait, stillWaits } from "./away-callbacks.ts";
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
  const handle = async (tx: EntityManager, jobs: TakenJob<JobData[Name]>[]): Promise<BatchResult<JobData[Name]>> => {
    let away = await findNodesAway(orm);
    const idle = jobs.filter(({ data }) => stillWaits(data, away));
    const tasks = jobs
      .filter((job) => !idle.includes(job))
      .flatMap((job): Task<JobData[Name]>[] =>
        [job.data.callbackId].flat().map((callbackId) => ({ job, data: { ...job.data, callbackId } })),
      );
    const groups = await groupsOfCallbacks(
      orm,
      tx,
      tasks.map(({ data }) => data.callbackId),
    );
    const groupOf = ({ data }: Task<JobData[Name]>) => groups.get(data.callbackId) ?? 0;
    const errors = new Map<Task<JobData[Name]>, unknown>();
    const waiting = new Set<TakenJob<JobData[Name]>>();
    // A node that is away fails the callbacks of its own teams only.
    for (const [group, ofGroup] of Map.groupBy(tasks, groupOf)) {
      const findAway = async (error: unknown) => {
        if (!mayMeanNodeAway(error)) return false;
        away = await findNodesAway(orm, { check: true });
        return mustWait(group, away);
      };
      const failed = mustWait(group, away)
        ? new Map(ofGroup.map((task) => [task, undefined]))
        : await runIsolated(
            tx,
            ofGroup,
            (nested, some) =>
              process(
                nested,
                some.map(({ data }) => data),
              ),
            findAway,
          );
      for (const [task, error] of failed) {
        errors.set(task, error);
        if (error === undefined || isOtherNodeAway(error) || mustWait(group, away)) waiting.add(task.job);
        else log.warn({ err: error, queue: name, jobId: task.job.id }, "job failed");
      }
    }
    // A job with a callback that waits has not failed, whatever its other callbacks did.
    const open = tasks.filter((task) => errors.has(task) && waiting.has(task.job));
    return {
      failed: new Map([...errors].filter(([{ job }]) => !waiting.has(job)).map(([{ job }, error]) => [job, error])),
      waiting: [
        ...idle.map(({ id }) => ({ id })),
        ...collectWaiting(open.map((task) => ({ ...task, group: groupOf(task) }))),
      ],
    };
  };
  return (options) => take(handle, options);
}

/** Whether a silent node of a cluster may be the cause of an error: it was away, or its statement took too long. */
const mayMeanNodeAway = (error: unknown) => isOtherNodeAway(error) || isStatementTimeout(error);
