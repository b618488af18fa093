import { sql } from "kysely";
import type { Result } from "../batcher.ts";
import type { WebhookDeliveryStatus } from "../db/entities/webhook-delivery.ts";
import type { BatchWork } from "../db/group-commit.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { plusMicroseconds, type Timestamp } from "../db/timestamp.ts";
import type { Enqueue } from "../queue/enqueue.ts";
import type { JobTaker, TakenJob } from "../queue/take.ts";
import type { DueDelivery } from "./find-due.ts";
import { deliveryJob } from "./jobs.ts";
import type { PostResult } from "./post.ts";

/** An attempt of a delivery that is made but not yet recorded. */
export interface Attempt {
  delivery: DueDelivery;
  job: TakenJob<DeliveryData>;
  startedAt: Timestamp;
  durationMilliseconds: number;
  result: PostResult;
}

type DeliveryData = { teamId: string; deliveryId: string; attempt: number };

/** An attempt with the delivery's new status. */
interface Verdict extends Attempt {
  status: WebhookDeliveryStatus;
  /** The delay of the next attempt, if the delivery is still pending. */
  delaySeconds: number | undefined;
  nextAttemptAt: Timestamp | null;
}

/**
 * Records a batch of attempts and enqueues the next attempts, in one transaction. Two processes may make the same
 * attempt if one of them seemed dead. Only the record that commits first counts.
 *
 * @param retryDelays the seconds from the end of an attempt to the next attempt; after the last delay the delivery fails
 */
export function createAttemptRecorder(
  enqueue: Enqueue,
  jobs: JobTaker<"webhooks.deliver">,
  retryDelays: readonly number[],
): BatchWork<Attempt, void> {
  return async (tx, attempts) => {
    const verdicts = attempts.map((attempt) => judge(attempt, retryDelays));
    const counted = await updateDeliveries(tx, verdicts);
    const recorded = verdicts.filter(({ delivery }) => counted.has(delivery.id));
    await insertAttempts(tx, recorded);
    await enqueue(
      tx,
      "webhooks.deliver",
      recorded.flatMap(({ delivery, delaySeconds }) => {
        if (delaySeconds === undefined) return [];
        return deliveryJob({ ...delivery, attempt: delivery.attempt + 1, delaySeconds });
      }),
    );
    await jobs.complete(
      tx,
      attempts.map(({ job }) => job),
    );
    return attempts.map((): Result<void> => ({ ok: true, value: undefined }));
  };
}

function judge(attempt: Attempt, retryDelays: readonly number[]): Verdict {
  const { delivery, result, startedAt, durationMilliseconds } = attempt;
  const ended = { ...attempt, delaySeconds: undefined, nextAttemptAt: null };
  if ("status" in result && result.status >= 200 && result.status < 300) return { ...ended, status: "delivered" };
  const delaySeconds = retryDelays[delivery.attempt - 1];
  const isUnwanted = "status" in result && result.status === 410;
  if (isUnwanted || delaySeconds === undefined) return { ...ended, status: "failed" };
  const microseconds = durationMilliseconds * 1_000 + Math.round(delaySeconds * 1_000_000);
  return { ...attempt, status: "pending", delaySeconds, nextAttemptAt: plusMicroseconds(startedAt, microseconds) };
}

/** Updates the deliveries whose attempt is not recorded yet. Returns their ids. */
async function updateDeliveries(tx: EntityManager, verdicts: Verdict[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    update webhook_delivery d set status = a.status, attempt_count = a.attempt, next_attempt_at = a.next_attempt_at,
      updated_at = greatest(d.updated_at, a.started_at)
    from unnest(
      ${verdicts.map(({ delivery }) => delivery.teamId)}::uuid[], ${verdicts.map(({ delivery }) => delivery.id)}::uuid[],
      ${verdicts.map(({ delivery }) => delivery.attempt)}::int[], ${verdicts.map(({ status }) => status)}::text[],
      ${verdicts.map(({ nextAttemptAt }) => nextAttemptAt)}::timestamptz[],
      ${verdicts.map(({ startedAt }) => startedAt)}::timestamptz[]
    ) as a (team_id, id, attempt, status, next_attempt_at, started_at)
    where d.team_id = a.team_id and d.id = a.id and d.status = 'pending' and d.attempt_count = a.attempt - 1
    returning d.id
  `.execute(queries(tx));
  return new Set(rows.map(({ id }) => id));
}

async function insertAttempts(tx: EntityManager, verdicts: Verdict[]): Promise<void> {
  if (verdicts.length === 0) return;
  const results = verdicts.map(({ result }) => ({ status: null, answer: null, error: null, ...result }));
  await sql`
    insert into webhook_attempt (team_id, delivery_id, number, started_at, duration_milliseconds, status, error, answer)
    select * from unnest(
      ${verdicts.map(({ delivery }) => delivery.teamId)}::uuid[], ${verdicts.map(({ delivery }) => delivery.id)}::uuid[],
      ${verdicts.map(({ delivery }) => delivery.attempt)}::int[],
      ${verdicts.map(({ startedAt }) => startedAt)}::timestamptz[],
      ${verdicts.map(({ durationMilliseconds }) => durationMilliseconds)}::int[],
      ${results.map(({ status }) => status)}::int[], ${results.map(({ error }) => error)}::text[],
      ${results.map(({ answer }) => answer)}::text[]
    )
  `.execute(queries(tx));
}
