import type { BatchWork } from "../db/commit/batch-work.ts";
import type { GroupCommit } from "../db/commit/group-commit.ts";
import type { WebhookDeliveryStatus } from "../db/schema/entities/webhook-delivery.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { Log } from "../log.ts";
import { countPost } from "../metrics/counters.ts";
import type { DueDelivery } from "./find-due.ts";
import type { PostOnce, PostResult } from "./post.ts";
import { hostOf } from "./queue/targets.ts";
import type { Attempt } from "./record-attempts.ts";
import type { Signer, TargetKind } from "./target-kind.ts";

export interface AttemptServices {
  log: Log;
  post: PostOnce;
  groupCommit: GroupCommit;
  recordAttempts: BatchWork<Attempt, WebhookDeliveryStatus | undefined>;
}

/** An attempt to make now. */
export interface NewAttempt {
  delivery: DueDelivery;
  sign: Signer;
  kind: TargetKind;
}

/** What became of an attempt. */
export interface AttemptOutcome {
  /** The status of the answer; undefined if there was none. */
  status: number | undefined;
  /** Whether the attempt is recorded. `obsolete`: another process has made it. */
  record: "counted" | "obsolete" | "failed";
}

/** Posts a delivery once and records the result. Does not throw. An attempt that a stop aborts is not recorded. */
export async function makeAttempt(
  { log, post, groupCommit, recordAttempts }: AttemptServices,
  { delivery, sign, kind }: NewAttempt,
  startedAt: Timestamp,
  stop: AbortSignal,
): Promise<AttemptOutcome> {
  const { teamId, id, url, attempt } = delivery;
  const begun = performance.now();
  let status: number | undefined;
  try {
    const signed = sign(delivery, startedAt);
    const result = "error" in signed ? signed : await post({ url, ...signed }, stop);
    status = statusOf(result);
    const durationMilliseconds = Math.round(performance.now() - begun);
    const { answer: _, content: __, ...outcome } = { answer: "", content: undefined, ...result };
    const details = { teamId, deliveryId: id, attempt, host: hostOf(url), ...outcome, durationMilliseconds };
    log.info(details, `${kind.noun} posted`);
    const recorded = await groupCommit(
      recordAttempts,
      { delivery, kind, startedAt, durationMilliseconds, result },
      delivery.teamId,
    );
    if (recorded === undefined) return { status, record: "obsolete" };
    countPost(recorded === "pending" ? "retried" : recorded);
    return { status, record: "counted" };
  } catch (error) {
    if (!stop.aborted) log.error({ err: error, teamId, deliveryId: id }, kind.noun);
    return { status, record: "failed" };
  }
}

const statusOf = (result: PostResult) => ("status" in result ? result.status : undefined);
