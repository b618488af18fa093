import { sql } from "kysely";
import type { Result } from "../db/commit/batcher.ts";
import { type EntityManager, prepared, withoutResult } from "../db/orm.ts";
import type { DeliveryStatus } from "../db/schema/entities/message.ts";
import { rows } from "../db/sql/rows.ts";
import { recordStatusEvents, type StatusChange } from "../events/status-events.ts";
import { type KeptAnswer, keepAnswers, lockClaims, releaseClaims } from "../operations/once/claims.ts";
import { deliveryOf, statusOf } from "./delivery.ts";
import type { Deliveries } from "./delivery-tables.ts";
import { isFinal, isGivenUp, statusAfter } from "./status.ts";
import type { Settlement, StoredTextBase } from "./text-kind.ts";

/** Whether the provider refused a live text because its recipient has opted out. */
export const isRefusedByOptOut = ({ outcome, testMode }: Pick<Settlement<unknown>, "outcome" | "testMode">): boolean =>
  !testMode && outcome.kind === "refused" && outcome.optedOut;

/**
 * Stores the outcomes of a batch of texts, and keeps the answers of their Idempotency-Keys, in the caller's transaction.
 * A delivery status that arrived before does not change. A definite refusal releases the key, unless another text has
 * claimed it meanwhile, and records an event. The caller locks a batch of several texts before, by `lockSettlements`.
 */
export async function storeOutcomes<Stored extends StoredTextBase>(
  tx: EntityManager,
  deliveries: Deliveries,
  settlements: Settlement<Stored>[],
  answerOf: (stored: Stored) => KeptAnswer,
): Promise<Result<Stored>[]> {
  const hasClaims = settlements.some(({ claim }) => claim);
  const refusals = await findNewRefusals(tx, deliveries, settlements);
  const statuses = await updateDeliveries(tx, deliveries, settlements);
  const settled = settlements.map((settlement) => {
    const { stored, outcome } = settlement;
    return { ...settlement, stored: { ...stored, deliveryStatus: statuses.get(stored.id) ?? statusOf(outcome) } };
  });
  if (hasClaims) await settleClaims(tx, settled, answerOf);
  await recordStatusEvents(tx, refusals);
  return settled.map(({ stored }) => ({ ok: true, value: stored }));
}

/** Keeps the answers for the Idempotency-Keys of settled texts. A definite refusal releases the key. */
async function settleClaims<Stored extends StoredTextBase>(
  tx: EntityManager,
  settled: Settlement<Stored>[],
  answerOf: (stored: Stored) => KeptAnswer,
): Promise<void> {
  const answers = settled.flatMap(({ claim, outcome, stored }) =>
    claim && outcome.kind !== "refused" ? { claim, resourceId: stored.id, answer: answerOf(stored) } : [],
  );
  const refused = settled.flatMap(({ claim, outcome, stored }) =>
    claim && outcome.kind === "refused" ? { claim, resourceId: stored.id } : [],
  );
  await keepAnswers(tx, answers);
  await releaseClaims(tx, refused);
}

/**
 * Finds the texts of a batch that fail by it, and locks them. A repetition of a settlement whose commit was lost, and a
 * text whose final status has arrived before, are not among them.
 */
async function findNewRefusals(
  tx: EntityManager,
  { kind, table, status }: Deliveries,
  settlements: Settlement<StoredTextBase>[],
): Promise<StatusChange[]> {
  const refusals = settlements.flatMap(({ stored, outcome }): StatusChange | [] => {
    if (outcome.kind !== "refused") return [];
    const { teamId, id, statusCallback = null } = stored;
    const { errorCode, message, moreInfo, about } = outcome;
    const words = { message, moreInfo, about };
    return { kind, teamId, id, status: "failed", errorCode, statusCallback, words };
  });
  if (refusals.length === 0) return [];
  const isOpen = sql`(not ${isFinal(sql`m.${status}`)} or ${isGivenUp(sql`m.${status}`, sql`m.error_code`)})`;
  const { rows: found } = await sql<{ id: string }>`
    select m.id from ${rows("a", refusals.toSorted(inOrder), { teamId: "uuid", id: "uuid" })}
    cross join lateral (
      select m.id from ${table} m where m.team_id = a.team_id and m.id = a.id and ${isOpen} limit 1 for update
    ) as m
  `.execute(prepared(tx));
  const open = new Set(found.map(({ id }) => id));
  return refusals.filter(({ id }) => open.has(id));
}

/**
 * Locks the rows that a batch will settle: keys in the order of claims, then texts in the order of callbacks. Without
 * this order, two batches with the same rows could deadlock.
 */
export async function lockSettlements(
  tx: EntityManager,
  { table }: Deliveries,
  settlements: Settlement<StoredTextBase>[],
): Promise<void> {
  await lockClaims(
    tx,
    settlements.flatMap(({ claim }) => claim ?? []),
  );
  const texts = settlements.map(({ stored }) => stored).toSorted(inOrder);
  await sql`
    select from ${rows("a", texts, { teamId: "uuid", id: "uuid" })}
    cross join lateral (select from ${table} m where m.team_id = a.team_id and m.id = a.id limit 1 for update) as m
  `.execute(withoutResult(tx));
}

const inOrder = (a: TextId, b: TextId) => (`${a.teamId} ${a.id}` < `${b.teamId} ${b.id}` ? -1 : 1);

/** What identifies a text. */
type TextId = Pick<StoredTextBase, "teamId" | "id">;

/** Updates the rows of texts by their outcomes, and returns the delivery statuses by id. */
async function updateDeliveries(
  tx: EntityManager,
  { table, status }: Deliveries,
  settlements: Settlement<StoredTextBase>[],
): Promise<Map<string, DeliveryStatus>> {
  const outcomes = settlements.map(({ stored: { teamId, id }, outcome, now }) => ({
    teamId,
    id,
    now,
    ...deliveryOf(outcome),
    // After an unknown outcome the provider has said nothing.
    isKnown: outcome.kind !== "unknown",
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
    from ${rows("a", outcomes, {
      teamId: "uuid",
      id: "uuid",
      status: "text",
      providerId: "text",
      errorCode: "text",
      simulatedOutcome: "text",
      isKnown: "boolean",
      now: "timestamptz",
    })}
    where m.team_id = a.team_id and m.id = a.id
    returning m.id, ${current} as status
  `.execute(prepared(tx));
  return new Map(updated.rows.map(({ id, status }) => [id, status]));
}
