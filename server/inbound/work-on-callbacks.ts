import { checkReach } from "../db/commit/each-place.ts";
import { runIsolated } from "../db/commit/isolate.ts";
import { isOtherNodeAway } from "../db/faults.ts";
import type { EntityManager, Orm } from "../db/orm.ts";
import { newId } from "../db/schema/ids.ts";
import { every } from "../housekeeping/every.ts";
import type { Log } from "../log.ts";
import { countInbound, countStatuses } from "../metrics/counters.ts";
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
import { processInbound } from "./process-inbound.ts";
import { processStatuses } from "./process-statuses.ts";
import { type AwaitedTeams, collectWaiting, findIdle } from "./waiting-callbacks.ts";

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
 * @param onPosts called after the commit of a batch that has queued posts to webhooks
 * @param carrierOf the kind of an account, or for null that of the carrier of the environment, for the metrics
 */
export function createCallbackWork(
  orm: Orm,
  log: Pick<Log, "warn">,
  onPosts = () => {},
  carrierOf: (accountId: string | null) => string = () => "simulated",
): CallbackWork {
  return {
    "callbacks.inbound": workOn(orm, log, "callbacks.inbound", processInbound, (batches) => {
      countInbound(batches.flatMap(({ outcomes }) => outcomes));
      if (batches.some(({ posts }) => posts > 0)) onPosts();
      const leftOut = batches.reduce((sum, batch) => sum + batch.leftOut, 0);
      if (leftOut > 0) log.warn({ leftOut }, "automatic replies left out, because they would be late or too many");
    }),
    "callbacks.status": workOn(orm, log, "callbacks.status", processStatuses, (batches) => {
      for (const { status, providerAccountId } of batches.flatMap(({ applied }) => applied))
        countStatuses(carrierOf(providerAccountId), [status]);
    }),
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
 * Works on the callbacks of jobs in one transaction. Callbacks whose team's rows are out of reach return to the queue, in
 * their places. `onCommitted` gets what the parts of the batch returned.
 */
function workOn<Name extends CallbackQueue, Result extends { awaited: AwaitedTeams }>(
  orm: Orm,
  log: Pick<Log, "warn">,
  name: Name,
  process: (tx: EntityManager, tasks: (JobData[Name] & { callbackId: string })[]) => Promise<Result>,
  onCommitted: (parts: Result[]) => void,
): WorkOnNext {
  const take = createOrderedTaker(orm, name);

  async function handle(
    tx: EntityManager,
    jobs: TakenJob<JobData[Name]>[],
    parts: Result[],
  ): Promise<BatchResult<JobData[Name]>> {
    // A statement to a silent database would hold the locks of the batch for as long as the silence lasts.
    await checkReach(orm);
    const idle = await findIdle(tx, jobs);
    const tasks = jobs
      .filter((job) => !idle.includes(job))
      .flatMap((job) => [job.data.callbackId].flat().map((callbackId) => ({ job, data: { ...job.data, callbackId } })));
    const awaited: AwaitedTeams = new Map();
    const failed = await runIsolated(tx, tasks, async (nested, some) => {
      for (const { data } of some) awaited.delete(data.callbackId);
      const data = some.map((task) => task.data);
      const part = await process(nested, data);
      parts.push(part);
      for (const [callbackId, teamId] of part.awaited) awaited.set(callbackId, teamId);
    });

    const errors = new Map([...failed].filter(([, error]) => !isOtherNodeAway(error)));
    for (const [{ job }, error] of errors) log.warn({ err: error, queue: name, jobId: job.id }, "job failed");
    const failedJobs = new Map([...errors].map(([{ job }, error]) => [job, error]));
    const waiting = tasks.flatMap((task) => {
      const teamId = awaited.get(task.data.callbackId) ?? (failed.has(task) && !errors.has(task) ? "" : undefined);
      return teamId === undefined ? [] : { ...task, teamId };
    });
    // A job that failed counts its attempt, so that its callbacks that wait get jobs of their own.
    const rest = waiting.filter(({ job }) => failedJobs.has(job));
    await enqueue(
      tx,
      name,
      rest.map(({ data }) => ({ id: newId(), data })),
    );
    return {
      failed: failedJobs,
      waiting: [
        ...idle.map(({ id }) => ({ id, delaySeconds: waitSeconds })),
        ...collectWaiting(waiting.filter(({ job }) => !failedJobs.has(job))),
      ],
    };
  }

  return async (options) => {
    const parts: Result[] = [];
    const count = await take((tx, jobs) => handle(tx, jobs, parts), options);
    onCommitted(parts);
    return count;
  };
}
