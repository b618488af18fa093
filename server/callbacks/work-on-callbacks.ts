import { runIsolated } from "../db/batching/isolate.ts";
import { isOtherNodeAway, isStatementTimeout } from "../db/faults.ts";
import { findNodesAway } from "../db/nodes.ts";
import type { EntityManager, Orm } from "../db/orm.ts";
import { newId } from "../db/schema/ids.ts";
import { every } from "../housekeeping/every.ts";
import type { Log } from "../log.ts";
import { enqueue } from "../queue/enqueue.ts";
import type { Queue } from "../queue/queue.ts";
import type { JobData } from "../queue/queues.ts";
import {
  type BatchResult,
  createOrderedTaker,
  type TakeInOrderOptions,
  type TakenJob,
} from "../queue/take-in-order.ts";
import { waitSeconds } from "../queue/wait-for-node.ts";
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

/**
 * Works on the callbacks of one node in each transaction. A transaction over several nodes would hold its locks on all of
 * them when one falls silent. The other callbacks return to the queue at once, in their places.
 */
function workOn<Name extends CallbackQueue>(
  orm: Orm,
  log: Pick<Log, "warn">,
  name: Name,
  process: (tx: EntityManager, tasks: (JobData[Name] & { callbackId: string })[]) => Promise<unknown>,
): WorkOnNext {
  const take = createOrderedTaker(orm, name);
  const handle = async (tx: EntityManager, jobs: TakenJob<JobData[Name]>[]): Promise<BatchResult<JobData[Name]>> => {
    // A statement to a silent node would hold the locks of the batch for as long as the node is silent.
    let away = await findNodesAway(orm, { check: true });
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
    const first = tasks.find((task) => !mustWait(groupOf(task), away));
    const chosen = first && groupOf(first);
    const later = tasks.filter((task) => groupOf(task) !== chosen && !mustWait(groupOf(task), away));
    const ofGroup = first ? tasks.filter((task) => groupOf(task) === chosen) : [];
    const failed = await runIsolated(
      tx,
      ofGroup,
      (nested, some) =>
        process(
          nested,
          some.map(({ data }) => data),
        ),
      async (error) => {
        if (!mayMeanNodeAway(error)) return false;
        away = await findNodesAway(orm, { check: true });
        return mustWait(chosen!, away);
      },
    );
    const mayWait = (error: unknown) => isOtherNodeAway(error) || mustWait(chosen!, away);
    const errors = new Map([...failed].filter(([, error]) => !mayWait(error)));
    for (const [{ job }, error] of errors) log.warn({ err: error, queue: name, jobId: job.id }, "job failed");
    const failedJobs = new Map([...errors].map(([{ job }, error]) => [job, error]));
    const open = tasks.filter((task) => failed.has(task) || groupOf(task) !== chosen);
    const laterJobs = new Set(later.map(({ job }) => job));
    // A job that failed counts its attempt, so that its callbacks of other nodes get a job of their own.
    const rest = open.filter((task) => failedJobs.has(task.job) && !errors.has(task));
    await enqueue(
      tx,
      name,
      [...Map.groupBy(rest, ({ job }) => job).values()].map((some) => ({ id: newId(), data: dataOf(some) })),
    );
    const returned = open.filter(({ job }) => !failedJobs.has(job));
    const again = Map.groupBy(
      returned.filter(({ job }) => laterJobs.has(job)),
      ({ job }) => job,
    );
    const waiting = returned
      .filter(({ job }) => !laterJobs.has(job))
      .map((task) => ({ ...task, group: groupOf(task) }));
    return {
      failed: failedJobs,
      waiting: [
        ...idle.map(({ id }) => ({ id, delaySeconds: waitSeconds })),
        ...[...again].map(([{ id }, some]) => ({ id, data: dataOf(some), delaySeconds: 0 })),
        ...collectWaiting(waiting),
      ],
    };
  };
  return (options) => take(handle, options);
}

/** The data of a job for some callbacks of another job. */
const dataOf = <Data extends object>(tasks: Task<Data>[]): Data => ({
  ...tasks[0]!.job.data,
  callbackId: tasks.map(({ data }) => data.callbackId),
});

/** Whether a silent node of a cluster may be the cause of an error: it was away, or its statement took too long. */
const mayMeanNodeAway = (error: unknown) => isOtherNodeAway(error) || isStatementTimeout(error);
