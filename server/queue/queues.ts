/** The queues, named `area.event`. */
export const queues = {
  pruneIdempotencyKeys: "idempotency.prune",
  pruneOtps: "otp.prune",
  copyKeyUses: "keys.copy-uses",
  inboundCallbacks: "callbacks.inbound",
  statusCallbacks: "callbacks.status",
  pruneCallbacks: "callbacks.prune",
  deliverWebhook: "webhooks.deliver",
  pruneWebhooks: "webhooks.prune",
  /** Where jobs end that failed as often as they may: nobody works on them until an operator gives them back. */
  failedJobs: "jobs.failed",
} as const;

export type QueueName = (typeof queues)[keyof typeof queues];

/** What a job of each queue carries. */
export interface JobData {
  /** A callback, or those that were recorded together. */
  "callbacks.inbound": { callbackId: string | string[] };
  /** `attempt`: how often what the statuses are of was looked for in vain. */
  "callbacks.status": { callbackId: string | string[]; attempt: number };
  /** The attempt that it is for; when that one has been made, the job has nothing left to do. */
  "webhooks.deliver": { teamId: string; deliveryId: string; attempt: number };
}

/** A queue whose jobs carry something. */
export type WorkQueue = keyof JobData;

const day = 24 * 60 * 60;

/**
 * Jobs of a queue. One that fails is tried again after 1, 2, 4 … 20 seconds, twelve times, and then kept as failed. A
 * worker shows every few seconds that it lives; what it had when it was killed is taken again within half a minute.
 */
const work = {
  notify: true,
  retryLimit: 12,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 20,
  heartbeatSeconds: 10,
  expireInSeconds: 60,
  // Also of what failed. What is done is only of use for counting.
  retentionSeconds: 90 * day,
  deleteAfterSeconds: 300,
  deadLetter: queues.failedJobs,
};

/** Jobs that a schedule makes: the next one does what this one did not. */
const scheduled = { retryLimit: 0, expireInSeconds: 600, deleteAfterSeconds: 7 * day };

/** How each queue treats its jobs; a queue stands after the one that its failed jobs go to. */
export const queueOptions: Record<QueueName, object> = {
  [queues.failedJobs]: { retentionSeconds: 90 * day },
  [queues.pruneIdempotencyKeys]: scheduled,
  [queues.pruneOtps]: scheduled,
  [queues.copyKeyUses]: scheduled,
  [queues.pruneCallbacks]: scheduled,
  [queues.inboundCallbacks]: work,
  [queues.statusCallbacks]: work,
  [queues.pruneWebhooks]: scheduled,
  [queues.deliverWebhook]: {
    // An attempt takes 15 seconds at most: a job that takes longer has lost its worker, and another takes it again
    // within half a minute. So there is no need of heartbeats.
    expireInSeconds: 20,
    // It fails when we do, not when the webhook does: that is an attempt, and the next one is another job.
    retryLimit: 100,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    retentionSeconds: 90 * day,
    deleteAfterSeconds: 300,
    deadLetter: queues.failedJobs,
  },
};
