import { type BatchWork, createGroupCommit, type GroupCommit } from "../db/group-commit.ts";
import type { Orm } from "../db/orm.ts";
import { allOf } from "../db/transaction.ts";
import type { Queue, WorkOnJobs } from "../queue/queue.ts";
import { type JobData, queues } from "../queue/queues.ts";
import { processInbound } from "./process-inbound.ts";
import { processStatuses } from "./process-statuses.ts";

/** The functions that process the jobs of each queue of callbacks. */
export interface CallbackWork {
  [queues.inboundCallbacks]: WorkOnJobs<JobData[typeof queues.inboundCallbacks]>;
  [queues.statusCallbacks]: WorkOnJobs<JobData[typeof queues.statusCallbacks]>;
}

/**
 * Creates the functions that process callbacks. A batch is one transaction. If it fails, each callback gets its own, so
 * that a callback that fails does not hold up the others. Its job is retried, and skips the callbacks that are processed.
 * Callbacks keep their order, so messages are in their threads in the order of receipt.
 */
export function createCallbackWork(orm: Orm): CallbackWork {
  const groupCommit = createGroupCommit(orm, { inOrder: true });
  return {
    [queues.inboundCallbacks]: inBatches(groupCommit, processInbound),
    [queues.statusCallbacks]: inBatches(groupCommit, processStatuses),
  };
}

/** Starts to process callbacks. */
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
