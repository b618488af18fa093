import { type BatchWork, createGroupCommit, type GroupCommit } from "../db/group-commit.ts";
import type { Orm } from "../db/orm.ts";
import { allOf } from "../db/transaction.ts";
import type { Queue, WorkOnJobs } from "../queue/queue.ts";
import { type JobData, queues } from "../queue/queues.ts";
import { processInbound } from "./process-inbound.ts";
import { processStatuses } from "./process-statuses.ts";

/** How the jobs of each kind of callback are done. */
export interface CallbackWork {
  [queues.inboundCallbacks]: WorkOnJobs<JobData[typeof queues.inboundCallbacks]>;
  [queues.statusCallbacks]: WorkOnJobs<JobData[typeof queues.statusCallbacks]>;
}

/**
 * Callbacks are done many at a time, in one transaction; when that fails, each in one of its own, so that a callback
 * that cannot be done keeps no other from it. Its job is tried again, in which those that are done have nothing to do.
 * They keep their order, so that messages stand in their threads in the order of receipt.
 */
export function createCallbackWork(orm: Orm): CallbackWork {
  const groupCommit = createGroupCommit(orm, { inOrder: true });
  return {
    [queues.inboundCallbacks]: inBatches(groupCommit, processInbound),
    [queues.statusCallbacks]: inBatches(groupCommit, processStatuses),
  };
}

/** Starts working on callbacks. */
export async function workOnCallbacks(queue: Queue, work: CallbackWork): Promise<void> {
  await queue.work(queues.inboundCallbacks, work[queues.inboundCallbacks]);
  await queue.work(queues.statusCallbacks, work[queues.statusCallbacks]);
}

function inBatches<Data extends { callbackId: string | string[] }>(
  groupCommit: GroupCommit,
  process: BatchWork<NoInfer<Data> & { callbackId: string }, void>,
): WorkOnJobs<Data> {
  const work = async (job: Data) => {
    await allOf([job.callbackId].flat().map((callbackId) => groupCommit(process, { ...job, callbackId })));
  };
  return (jobs) =>
    Promise.all(
      jobs.map((job) =>
        work(job).then(
          (value) => ({ ok: true, value }) as const,
          (error) => ({ ok: false, error }) as const,
        ),
      ),
    );
}
