import { sql } from "kysely";
import type { BatchWork } from "../db/commit/batch-work.ts";
import type { Result } from "../db/commit/batcher.ts";
import { type EntityManager, prepared, withoutResult } from "../db/orm.ts";
import type { WebhookDeliveryStatus } from "../db/schema/entities/webhook-delivery.ts";
import { rows } from "../db/sql/rows.ts";
import { plusMicroseconds, type Timestamp } from "../db/timestamp.ts";
import { type EndpointAttempt, judgeEndpoints } from "./endpoints/judge-endpoints.ts";
import type { DueDelivery } from "./find-due.ts";
import type { PostResult } from "./post.ts";
import type { TargetKind } from "./target-kind.ts";

/** An attempt of a delivery that is made but not yet recorded. */
export interface Attempt {
  delivery: DueDelivery;
  kind: TargetKind;
  startedAt: Timestamp;
  durationMilliseconds: number;
  result: PostResult;
}

/** An attempt with the delivery's new status. */
interface Verdict extends Attempt {
  status: WebhookDeliveryStatus;
  nextAttemptAt: Timestamp | null;
}

/**
 * Records a batch of attempts, in one transaction. Two processes may make the same attempt if one of them seemed dead.
 * Only the record that commits first counts. Returns the new status of each delivery, or undefined if the attempt does not
 * count.
 *
 * @param retryDelays the seconds from the end of an attempt to the next attempt; after the last delay the delivery fails
 */
export function createAttemptRecorder(
  retryDelays: readonly number[],
): BatchWork<Attempt, WebhookDeliveryStatus | undefined> {
  return {
    async run(tx, attempts): Promise<Result<WebhookDeliveryStatus | undefined>[]> {
      const verdicts = attempts.map((attempt) => judge(attempt, retryDelays));
      const counted = await updateDeliveries(tx, verdicts);
      const countedVerdicts = verdicts.filter(({ delivery }) => counted.has(delivery.id));
      await judgeEndpoints(tx, countedVerdicts.flatMap(endpointAttemptOf));
      await insertAttempts(tx, countedVerdicts);
      for (const [kind, ofKind] of Map.groupBy(countedVerdicts, (verdict) => verdict.kind))
        await kind.acceptAnswers?.(tx, ofKind);
      return verdicts.map(({ delivery, status }) => ({
        ok: true,
        value: counted.has(delivery.id) ? status : undefined,
      }));
    },
  };
}

function judge(attempt: Attempt, retryDelays: readonly number[]): Verdict {
  const { delivery, result, startedAt, durationMilliseconds } = attempt;
  const ended = { ...attempt, nextAttemptAt: null };
  if ("status" in result && result.status >= 200 && result.status < 300) return { ...ended, status: "delivered" };
  const delaySeconds = retryDelays[delivery.attempt - 1];
  const isUnwanted = "status" in result && result.status === 410;
  if (isUnwanted || delaySeconds === undefined) return { ...ended, status: "failed" };
  const microseconds = durationMilliseconds * 1_000 + Math.round(delaySeconds * 1_000_000);
  return { ...attempt, status: "pending", nextAttemptAt: plusMicroseconds(startedAt, microseconds) };
}

/** What an attempt says about its endpoint; nothing for a reply. */
function endpointAttemptOf({ delivery, startedAt, status }: Verdict): EndpointAttempt | [] {
  const { teamId, endpoint } = delivery;
  if (!endpoint) return [];
  const isDelivered = status === "delivered";
  return { teamId, endpointId: endpoint.id, startedAt, isDelivered, wasFailing: endpoint.isFailing };
}

/** Updates the deliveries whose attempt is not recorded yet. Returns their ids. */
async function updateDeliveries(tx: EntityManager, verdicts: Verdict[]): Promise<Set<string>> {
  const changes = rows("a", verdicts, {
    teamId: ["uuid", ({ delivery }) => delivery.teamId],
    id: ["uuid", ({ delivery }) => delivery.id],
    attempt: ["int", ({ delivery }) => delivery.attempt],
    status: "text",
    nextAttemptAt: "timestamptz",
    startedAt: "timestamptz",
  });
  const updated = await sql<{ id: string }>`
    update webhook_delivery d set status = a.status, attempt_count = a.attempt, next_attempt_at = a.next_attempt_at,
      updated_at = greatest(d.updated_at, a.started_at)
    from ${changes}
    where d.team_id = a.team_id and d.id = a.id and d.status = 'pending' and d.attempt_count = a.attempt - 1
    returning d.id
  `.execute(prepared(tx));
  return new Set(updated.rows.map(({ id }) => id));
}

async function insertAttempts(tx: EntityManager, verdicts: Verdict[]): Promise<void> {
  if (verdicts.length === 0) return;
  const attempts = verdicts.map(({ delivery, startedAt, durationMilliseconds, result }) => {
    const answered = { status: null, answer: null, error: null, ...result };
    return { delivery, startedAt, durationMilliseconds, ...answered };
  });
  const given = rows("a", attempts, {
    teamId: ["uuid", ({ delivery }) => delivery.teamId],
    deliveryId: ["uuid", ({ delivery }) => delivery.id],
    number: ["int", ({ delivery }) => delivery.attempt],
    startedAt: "timestamptz",
    durationMilliseconds: "int",
    status: "int",
    error: "text",
    answer: "text",
  });
  await sql`
    insert into webhook_attempt (team_id, delivery_id, number, started_at, duration_milliseconds, status, error, answer)
    select * from ${given}
  `.execute(withoutResult(tx));
}
