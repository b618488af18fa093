/** A queue without data: its jobs are scheduled. */
export type ScheduledQueue =
  | "idempotency.prune"
  | "otp.prune"
  | "keys.copy-uses"
  | "keys.prune-usage"
  | "audit.prune"
  | "usage.keep"
  | "callbacks.prune"
  | "consents.warn-overdue"
  | "contacts.prune-merges"
  | "events.prune"
  | "texts.prune"
  | "texts.prune-canceled"
  | "simulator.prune"
  | "media.prune"
  | "webhooks.prune"
  | "webhooks.prune-keys";

/** The data of a job, by queue. */
export interface JobData {
  "callbacks.inbound": CallbackJob;
  /** `attempt`: how often the texts of these statuses were searched and not found. */
  "callbacks.status": CallbackJob & { attempt: number };
  "doors.twiml": AnswersJob;
}

/** The texts that the app of a door has answered an inbound text with. */
export interface AnswersJob {
  teamId: string;
  /** The key whose rights they are sent with. */
  apiKeyId: string;
  testMode: boolean;
  threadId: string;
  /** The inbound text. */
  messageId: string;
  texts: { body: string; statusCallback: string | null }[];
}

interface CallbackJob {
  /** A callback, or several that were recorded together. */
  callbackId: string | string[];
  /** The teams that the job waits for, see `findIdle`. */
  awaitedTeams?: string[];
}

/** A queue whose jobs have data. */
export type WorkQueue = keyof JobData;

/** The queues, named `area.event`. Jobs that failed at their last retry stay in `jobs.failed` for an operator. */
export type QueueName = ScheduledQueue | WorkQueue | "jobs.failed";

const day = 24 * 60 * 60;

/**
 * The options of queues with data. A failed job is retried after 1, 2, 4 … 20 seconds, twelve times, and then kept as
 * failed. A worker sends a heartbeat every few seconds. The jobs of a killed worker are taken again within half a minute.
 */
const work = {
  notify: true,
  retryLimit: 12,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 20,
  heartbeatSeconds: 10,
  expireInSeconds: 60,
  // Also for failed jobs. Completed jobs are kept only to be counted.
  retentionSeconds: 90 * day,
  deleteAfterSeconds: 300,
  deadLetter: "jobs.failed",
};

/** The options of scheduled jobs. They are not retried, because the next job does the work of a failed one. */
const scheduled = { retryLimit: 0, expireInSeconds: 600, deleteAfterSeconds: 7 * day };

/** The options of each queue. The queue of failed jobs is first, because the other queues refer to it. */
export const queueOptions: Record<QueueName, object> = {
  "jobs.failed": { retentionSeconds: 90 * day },
  "idempotency.prune": scheduled,
  "otp.prune": scheduled,
  "keys.copy-uses": scheduled,
  "keys.prune-usage": scheduled,
  "audit.prune": scheduled,
  "usage.keep": scheduled,
  "callbacks.prune": scheduled,
  "callbacks.inbound": work,
  "callbacks.status": work,
  "consents.warn-overdue": scheduled,
  "contacts.prune-merges": scheduled,
  "doors.twiml": { ...work, expireInSeconds: 300 },
  "events.prune": scheduled,
  // A team that has had no retention before may have millions of messages.
  "texts.prune": { ...scheduled, expireInSeconds: 6 * 3_600 },
  "texts.prune-canceled": scheduled,
  "simulator.prune": scheduled,
  "media.prune": scheduled,
  "webhooks.prune": scheduled,
  "webhooks.prune-keys": scheduled,
};
