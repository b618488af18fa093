import type { BatchWork, GroupCommit } from "../db/batching/group-commit.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { Log } from "../log.ts";
import type { JobTaker } from "../queue/take.ts";
import type { DueDelivery } from "./find-due.ts";
import type { PostOnce } from "./post.ts";
import type { Attempt } from "./record-attempts.ts";
import { hostOf } from "./reply-delivery.ts";
import type { DeliveryJob } from "./running-attempts.ts";
import { signAttempt } from "./sign.ts";

export interface AttemptServices {
  log: Log;
  post: PostOnce;
  jobs: JobTaker<"webhooks.deliver">;
  groupCommit: GroupCommit;
  recordAttempts: BatchWork<Attempt, void>;
}

/** An attempt to make now. */
export interface NewAttempt {
  job: DeliveryJob;
  delivery: DueDelivery;
  startedAt: Timestamp;
  /** The secrets that sign it. */
  secrets: string[];
}

/**
 * Posts a delivery once and records the result. If the signal aborts the post, or anything fails except the post itself,
 * the job returns to the queue.
 */
export async function makeAttempt(
  { log, post, jobs, groupCommit, recordAttempts }: AttemptServices,
  { job, delivery, startedAt, secrets }: NewAttempt,
  signal: AbortSignal,
): Promise<void> {
  const { teamId, id, url, payload, attempt } = delivery;
  const begun = performance.now();
  try {
    const headers = { ...signAttempt(id, startedAt, payload, secrets) };
    const result = await post({ url, headers, body: payload }, signal);
    const durationMilliseconds = Math.round(performance.now() - begun);
    const { answer: _, ...outcome } = { answer: "", ...result };
    const details = { teamId, deliveryId: id, attempt, host: hostOf(url), ...outcome, durationMilliseconds };
    log.info(details, "reply webhook posted");
    await groupCommit(recordAttempts, { delivery, job, startedAt, durationMilliseconds, result });
  } catch (error) {
    if (!signal.aborted) log.error({ err: error, teamId, deliveryId: id }, "reply webhook");
    // If this fails too, the job expires and another process takes it.
    await jobs.giveBack(job, error).catch((err) => log.error({ err }, "reply webhook"));
  }
}
