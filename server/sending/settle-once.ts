import { sql } from "kysely";
import type { Result } from "../batcher.ts";
import { byTeam } from "../db/by-team.ts";
import type { DeliveryStatus } from "../db/entities/message.ts";
import { type EntityManager, prepared } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { allOf, deferToCommit, withCommit } from "../db/transaction.ts";
import { type Claim, keepAnswers, lockClaims, releaseClaims } from "../idempotency/claims.ts";
import type { Outcome } from "../provider/provider.ts";
import type { Deliveries } from "./deliveries.ts";
import { isGivenUp, statusAfter } from "./status.ts";

/** The primary key of a stored text. */
interface TextId {
  teamId: string;
  id: string;
}

/** A stored text and the outcome of its send. */
export interface Settlement<Stored> {
  stored: Stored;
  outcome: Outcome;
  claim: Claim | undefined;
  testMode: boolean;
  now: Timestamp;
}

/** Whether the provider refused a live text because its recipient has opted out. */
export const isRefusedByOptOut = ({ outcome, testMode }: Pick<Settlement<unknown>, "outcome" | "testMode">): boolean =>
  !testMode && outcome.kind === "refused" && outcome.optedOut;

/** The parts of settling that differ between the kinds of texts. */
export interface SettleSteps<Stored> {
  deliveries: Deliveries;
  /** Copies the text with another status. */
  withStatus(stored: Stored, status: DeliveryStatus): Stored;
  /** The HTTP status of the answer. */
  status: number;
  /** The body of the answer, as an object. */
  present(stored: Stored): object;
}

/**
 * Stores the outcomes of a batch of texts, and keeps the answers of their Idempotency-Keys, in one transaction. A
 * delivery status that arrived before does not change. A definite refusal releases the key, unless another text has
 * claimed it meanwhile. The caller locks a batch of several texts before, by `lockSettlements`.
 */
export async function settleOnce<Stored extends TextId>(
  tx: EntityManager,
  settlements: Settlement<Stored>[],
  { deliveries, withStatus, status, present }: SettleSteps<Stored>,
): Promise<Result<Stored>[]> {
  const updated = updateDeliveries(tx, deliveries, settlements);
  const hasNoClaims = settlements.every(({ claim }) => !claim);
  const statuses = await (hasNoClaims ? withCommit(tx, updated) : updated);
  const settled = settlements.map((settlement) => {
    const { stored, outcome } = settlement;
    return { ...settlement, stored: withStatus(stored, statuses.get(stored.id) ?? statusOf(outcome)) };
  });
  if (!hasNoClaims) await deferToCommit(tx, settleClaims(tx, settled, { status, present }));
  return settled.map(({ stored }) => ({ ok: true, value: stored }));
}

/** Keeps the answers for the Idempotency-Keys of settled texts. A definite refusal releases the key. */
async function settleClaims<Stored extends TextId>(
  tx: EntityManager,
  settled: { claim: Claim | undefined; outcome: Outcome; stored: Stored }[],
  { status, present }: Pick<SettleSteps<Stored>, "status" | "present">,
): Promise<void> {
  const answers = settled.flatMap(({ claim, outcome, stored }) => {
    if (!claim || outcome.kind === "refused") return [];
    return { claim, resourceId: stored.id, answer: { status, body: JSON.stringify(present(stored)) } };
  });
  const refused = settled.flatMap(({ claim, outcome, stored }) =>
    claim && outcome.kind === "refused" ? { claim, resourceId: stored.id } : [],
  );
  await allOf([keepAnswers(tx, answers), releaseClaims(tx, refused)]);
}

/**
 * Locks the rows that a batch will settle: keys in the order of claims, then texts in the order of callbacks. Without
 * it, two batches with the same rows could deadlock.
 */
export async function lockSettlements(
  tx: EntityManager,
  { table }: Deliveries,
  settlements: Settlement<TextId>[],
): Promise<void> {
  const keys = lockClaims(
    tx,
    settlements.flatMap(({ claim }) => claim ?? []),
  );
  const texts = byTeam(
    settlements.map(({ stored }) => stored),
    ({ teamId }) => teamId,
  ).map(([teamId, teamTexts]) =>
    sql`
      select from unnest(${teamTexts.map(({ id }) => id).toSorted()}::uuid[]) as a (id)
      cross join lateral (select from ${table} m where m.team_id = ${teamId} and m.id = a.id limit 1 for update) as m
    `.execute(prepared(tx)),
  );
  await allOf([keys, ...texts]);
}

/** The delivery status of a text after the provider's answer to the send. */
export function statusOf(outcome: Outcome): DeliveryStatus {
  if (outcome.kind === "accepted") return outcome.status;
  return outcome.kind === "refused" ? "failed" : "sending";
}

/** The delivery of a text, as the columns of its table. */
export interface Delivery {
  status: DeliveryStatus;
  providerId: string | null;
  errorCode: string | null;
  simulatedOutcome: DeliveryStatus | null;
}

/** The delivery of a text before the provider is called. */
export const queuedDelivery: Delivery = { status: "queued", providerId: null, errorCode: null, simulatedOutcome: null };

/** The delivery of a text after an outcome. */
export function deliveryOf(outcome: Outcome): Delivery {
  return {
    status: statusOf(outcome),
    providerId: outcome.kind === "accepted" ? outcome.providerId : null,
    errorCode: outcome.kind === "refused" ? outcome.errorCode : null,
    simulatedOutcome: outcome.kind === "accepted" ? (outcome.simulatedOutcome ?? null) : null,
  };
}

async function updateDeliveries(
  tx: EntityManager,
  { table, status }: Deliveries,
  settlements: Settlement<TextId>[],
): Promise<Map<string, DeliveryStatus>> {
  const rows = settlements.map(({ stored, outcome, now }) => ({
    teamId: stored.teamId,
    id: stored.id,
    ...deliveryOf(outcome),
    // After an unknown outcome the provider has said nothing.
    isKnown: outcome.kind !== "unknown",
    now,
  }));
  const current = sql`m.${status}`;
  const next = statusAfter(sql`a.status`, current, sql`m.error_code`);
  const givenUp = isGivenUp(current, sql`m.error_code`);
  const updated = await sql<{ id: string; status: DeliveryStatus }>`
    update ${table} m set
      ${status} = case when a.is_known or ${current} = 'queued' then ${next} else ${current} end,
      provider_id = coalesce(m.provider_id, a.provider_id),
      error_code = case when a.is_known and ${givenUp} then a.error_code else coalesce(m.error_code, a.error_code) end,
      simulated_outcome = a.simulated_outcome,
      updated_at = greatest(m.updated_at, a.now)
    from unnest(
      ${rows.map(({ teamId }) => teamId)}::uuid[], ${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ status }) => status)}::text[], ${rows.map(({ providerId }) => providerId)}::text[],
      ${rows.map(({ errorCode }) => errorCode)}::text[],
      ${rows.map(({ simulatedOutcome }) => simulatedOutcome)}::text[], ${rows.map(({ isKnown }) => isKnown)}::boolean[],
      ${rows.map(({ now }) => now)}::timestamptz[]
    ) as a (team_id, id, status, provider_id, error_code, simulated_outcome, is_known, now)
    where m.team_id = a.team_id and m.id = a.id
    returning m.id, ${current} as status
  `.execute(prepared(tx));
  return new Map(updated.rows.map(({ id, status }) => [id, status]));
}
