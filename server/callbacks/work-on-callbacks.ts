import { type BatchWork, createGroupCommit, type GroupCommit } from "../db/batching/group-commit.ts";
import type { Orm } from "../db/orm.ts";
import type { Queue, WorkOnJobs } from "../queue/queue.ts";
import type { JobData } from "../queue/queues.ts";
import { processInbound } from "./process-inbound.ts";
import { processStatuses } from "./process-statuses.ts";

/** The functions that process the jobs of each queue of callbacks. */
export interface CallbackWork {
  "callbacks.inbound": WorkOnJobs<JobData["callbacks.inbound"]>;
  "callbacks.status": WorkOnJobs<JobData["callbacks.status"]>;
}

/**
 * Creates the functions that process callbacks. A batch is one transaction. If it fails, each callback gets its own, so
 * that a callback that fails does not hold up the others. Its job is retried, and skips the callbacks that are processed.
 * Callbacks keep their order, so messages are in their threads in the order of receipt.
 */
export function createCallbackWork(orm: Orm): CallbackWork {
  const groupCommit = createGroupCommit(orm, { inOrder: true });
  return {
    "callbacks.inbound": inBatches(groupCommit, { run: processInbound }),
    "callbacks.status": inBatches(groupCommit, { run: processStatuses }),
  };
}

/** Starts to process callbacks. */
export async function workOnCallbacks(queue: Queue, work: CallbackWork): Promise<void> {
  await queue.work("callbacks.inbound", work["callbacks.inbound"]);
  await queue.work("callbacks.status", work["callbacks.status"]);
}

function inBatches<Data extends { callbackId: string | string[] }>(
  groupCommit: GroupCommit,
  process: BatchWork<NoInfer<Data> & { callbackId: string }, void>,
): WorkOnJobs<Data> {
  const work = async (job: Data) => {
    const callbacks = [job.callbackId].flat().map((callbackId) => groupCommit(process, { ...job, callbackId }));
    // A failed job is retried, so it ends only when all of its callbacks have ended.
    await Promise.allSettled(callbacks);
    await Promise.all(callbacks);
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
