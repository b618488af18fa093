import { findNodesAway } from "../db/cluster/nodes.ts";
import { runIsolated } from "../db/commit/isolate.ts";
import { isOtherNodeAway, isStatementTimeout } from "../db/faults.ts";
import type { EntityManager, Orm } from "../db/orm.ts";
import { newId } from "../db/schema/ids.ts";
import { every } from "../housekeeping/every.ts";
import type { Log } from "../log.ts";
import { enqueue } from "../queue/enqueue.ts";
import type { Queue } from "../queue/queue.ts";
import type { JobData } from "../queue/queues.ts";
import { waitSeconds } from "../queue/return-to-queue.ts";
import {
  type BatchResult,
  createOrderedTaker,
  type TakeInOrderOptions,
  type TakenJob,
} from "../queue/take-in-order.ts";
import { type CallbackTask, collectWaiting, groupsOfCallbacks, mustWait, stillWaits } from "./away-callbacks.ts";
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
 *
 * @param onReplies called after the commit of a batch that has queued replies to webhooks
 */
export function createCallbackWork(orm: Orm, log: Pick<Log, "warn">, onReplies = () => {}): CallbackWork {
  let hasReplies = false;
  const workOnInbound = workOn(orm, log, "callbacks.inbound", async (tx, tasks) => {
    if ((await processInbound(tx, tasks)) > 0) hasReplies = true;
  });
  return {
    async "callbacks.inbound"(options) {
      const count = await workOnInbound(options);
      if (hasReplies) onReplies();
      hasReplies = false;
      return count;
    },
    "callbacks.status": workOn(orm, log, "callbacks.status", processStatuses),
  };
}

/** Starts to process callbacks. Returns a function that stops it. */
export function workOnCallbacks(queue: Queue, work: CallbackWork, log: Log): () => Promise<void> {
  const stops = Object.entries(work).map(([name, workOnNext]) =>
    every(pauseMilliseconds, { name, log, onWake: (wake) => queue.onJobs(name as CallbackQueue, wake) }, async () => {
      return (await workOnNext()) > 0;
    }),
  );
  return async () => void (await Promise.all(stops.map((stop) => stop())));
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
  type Job = TakenJob<JobData[Name]>;
  const take = createOrderedTaker(orm, name);

  /** Finds the tasks of jobs, with the groups of their nodes. */
  async function findTasks(tx: EntityManager, jobs: Job[]): Promise<CallbackTask<JobData[Name]>[]> {
    const tasks = jobs.flatMap((job) =>
      [job.data.callbackId].flat().map((callbackId) => ({ job, data: { ...job.data, callbackId } })),
    );
    const ids = tasks.map(({ data }) => data.callbackId);
    const groups = await groupsOfCallbacks(orm, tx, ids);
    return tasks.map((task) => ({ ...task, group: groups.get(task.data.callbackId) ?? 0 }));
  }

  /** Processes the tasks of one node, and returns the errors of those that failed, also because the node is away. */
  async function processOnNode(tx: EntityManager, tasks: CallbackTask<JobData[Name]>[], away: NodesAway) {
    const run = (nested: EntityManager, some: CallbackTask<JobData[Name]>[]) =>
      process(
        nested,
        some.map(({ data }) => data),
      );
    return runIsolated(tx, tasks, run, async (error) => {
      if (!mayMeanNodeAway(error)) return false;
      away.groups = await findNodesAway(orm);
      return mustWait(tasks[0]!.group, away.groups);
    });
  }

  async function handle(tx: EntityManager, jobs: Job[]): Promise<BatchResult<JobData[Name]>> {
    // A statement to a silent node would hold the locks of the batch for as long as the node is silent.
    const away = { groups: await findNodesAway(orm) };
    const idle = jobs.filter(({ data }) => stillWaits(data, away.groups));
    const tasks = await findTasks(
      tx,
      jobs.filter((job) => !idle.includes(job)),
    );
    const reachable = tasks.filter(({ group }) => !mustWait(group, away.groups));
    const chosen = reachable[0]?.group;
    const isChosen = ({ group }: CallbackTask<JobData[Name]>) => group === chosen;
    const failed = await processOnNode(tx, reachable.filter(isChosen), away);

    const mayWait = (error: unknown) => isOtherNodeAway(error) || mustWait(chosen!, away.groups);
    const errors = new Map([...failed].filter(([, error]) => !mayWait(error)));
    for (const [{ job }, error] of errors) log.warn({ err: error, queue: name, jobId: job.id }, "job failed");
    const failedJobs = new Map([...errors].map(([{ job }, error]) => [job, error]));
    const open = tasks.filter((task) => failed.has(task) || !isChosen(task));
    // A job that failed counts its attempt, so that its callbacks of other nodes get a job of their own.
    const rest = open.filter((task) => failedJobs.has(task.job) && !errors.has(task));
    const ownJobs = byJob(rest).map(([, some]) => ({ id: newId(), data: dataOf(some) }));
    await enqueue(tx, name, ownJobs);
    const returned = open.filter(({ job }) => !failedJobs.has(job));
    const jobsToRepeat = new Set(reachable.filter((task) => !isChosen(task)).map(({ job }) => job));
    const again = returned.filter(({ job }) => jobsToRepeat.has(job));
    const waiting = returned.filter(({ job }) => !jobsToRepeat.has(job));
    return {
      failed: failedJobs,
      waiting: [
        ...idle.map(({ id }) => ({ id, delaySeconds: waitSeconds })),
        ...byJob(again).map(([{ id }, some]) => ({ id, data: dataOf(some), delaySeconds: 0 })),
        ...collectWaiting(waiting),
      ],
    };
  }

  return (options) => take(handle, options);
}

/** The groups of the nodes that are away, as a batch knows them. */
interface NodesAway {
  groups: number[];
}

const byJob = <Data>(tasks: CallbackTask<Data>[]) => [...Map.groupBy(tasks, ({ job }) => job)];

/** The data of a job for some callbacks of another job. */
const dataOf = <Data extends object>(tasks: CallbackTask<Data>[]): Data => ({
  ...tasks[0]!.job.data,
  callbackId: tasks.map(({ data }) => data.callbackId),
});

/** Whether a silent node of a cluster may be the cause of an error: it was away, or its statement took too long. */
const mayMeanNodeAway = (error: unknown) => isOtherNodeAway(error) || isStatementTimeout(error);
