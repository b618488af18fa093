import { sql } from "kysely";
import type { Result } from "../batcher.ts";
import { byTeam } from "../db/by-team.ts";
import type { DeliveryStatus } from "../db/entities/message.ts";
import { type EntityManager, prepared } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { allOf, untilCommit, withCommit } from "../db/transaction.ts";
import { type Claim, keepAnswers, lockClaims, releaseClaims } from "../idempotency/claims.ts";
import type { Outcome } from "../provider/provider.ts";
import type { Deliveries } from "./deliveries.ts";
import { isGivenUp, statusAfter } from "./status.ts";

/** The identity of a stored text. */
interface TextId {
  teamId: string;
  id: string;
}

/** A stored text and what the provider made of it. */
export interface Settlement<Stored> {
  stored: Stored;
  outcome: Outcome;
  claim: Claim | undefined;
  testMode: boolean;
  now: Timestamp;
}

/** Whether the provider refused a live text because its recipient has opted out. */
export const isBlocked = ({ outcome, testMode }: Pick<Settlement<unknown>, "outcome" | "testMode">): boolean =>
  !testMode && outcome.kind === "refused" && outcome.optedOut;

/** What a kind of text is once it is settled. */
export interface Settling<Stored> {
  deliveries: Deliveries;
  /** The text with that status. */
  withStatus(stored: Stored, status: DeliveryStatus): Stored;
  /** The status of its answer. */
  status: number;
  /** The wire shape of its answer. */
  present(stored: Stored): object;
}

/**
 * Writes down what the provider made of a list of texts, and keeps the answers of their Idempotency-Keys, in one
 * transaction. A delivery status that came in first stays. A definite refusal gives the key back, unless it was given
 * back before and another text has it now. Several texts must be locked before, by `lockSettlements`.
 */
export async function settleOnce<Stored extends TextId>(
  tx: EntityManager,
  settlements: Settlement<Stored>[],
  { deliveries, withStatus, status, present }: Settling<Stored>,
): Promise<Result<Stored>[]> {
  const updating = updateDeliveries(tx, deliveries, settlements);
  const isLast = settlements.every(({ claim }) => !claim);
  const statuses = await (isLast ? withCommit(tx, updating) : updating);
  const settled = settlements.map((settlement) => {
    const { stored, outcome } = settlement;
    return { ...settlement, stored: withStatus(stored, statuses.get(stored.id) ?? statusOf(outcome)) };
  });
  if (!isLast) await untilCommit(tx, settleClaims(tx, settled, { status, present }));
  return settled.map(({ stored }) => ({ ok: true, value: stored }));
}

/** Keeps the answers of the Idempotency-Keys of texts that are settled; a definite refusal gives the key back. */
async function settleClaims<Stored extends TextId>(
  tx: EntityManager,
  settled: { claim: Claim | undefined; outcome: Outcome; stored: Stored }[],
  { status, present }: Pick<Settling<Stored>, "status" | "present">,
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
 * Locks what a batch is about to settle: keys in the order of claims, then texts in the order in which callbacks lock
 * them. Without it, two batches with the same rows could deadlock.
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
  ).map(([teamId, own]) =>
    sql`
      select from unnest(${own.map(({ id }) => id).toSorted()}::uuid[]) as a (id)
      cross join lateral (select from ${table} m where m.team_id = ${teamId} and m.id = a.id limit 1 for update) as m
    `.execute(prepared(tx)),
  );
  await allOf([keys, ...texts]);
}

/** The status of a text whose outcome is this, as far as the provider's answer to the send tells. */
export function statusOf(outcome: Outcome): DeliveryStatus {
  if (outcome.kind === "accepted") return outcome.status;
  return outcome.kind === "refused" ? "failed" : "sending";
}

/** What is known of a delivery, as the columns of its table say it. */
export interface Delivery {
  status: DeliveryStatus;
  providerId: string | null;
  errorCode: string | null;
  simulatedOutcome: DeliveryStatus | null;
}

/** What is known before the provider is called. */
export const undecided: Delivery = { status: "queued", providerId: null, errorCode: null, simulatedOutcome: null };

/** What an outcome says of a delivery. */
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
    // An unknown outcome is no word of the provider's.
    heard: outcome.kind !== "unknown",
    now,
  }));
  const current = sql`m.${status}`;
  const next = statusAfter(sql`a.status`, current, sql`m.error_code`);
  const givenUp = isGivenUp(current, sql`m.error_code`);
  const updated = await sql<{ id: string; status: DeliveryStatus }>`
    update ${table} m set
      ${status} = case when a.heard or ${current} = 'queued' then ${next} else ${current} end,
      provider_id = coalesce(m.provider_id, a.provider_id),
      error_code = case when a.heard and ${givenUp} then a.error_code else coalesce(m.error_code, a.error_code) end,
      simulated_outcome = a.simulated_outcome,
      updated_at = greatest(m.updated_at, a.now)
    from unnest(
      ${rows.map(({ teamId }) => teamId)}::uuid[], ${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ status }) => status)}::text[], ${rows.map(({ providerId }) => providerId)}::text[],
      ${rows.map(({ errorCode }) => errorCode)}::text[],
      ${rows.map(({ simulatedOutcome }) => simulatedOutcome)}::text[], ${rows.map(({ heard }) => heard)}::boolean[],
      ${rows.map(({ now }) => now)}::timestamptz[]
    ) as a (team_id, id, status, provider_id, error_code, simulated_outcome, heard, now)
    where m.team_id = a.team_id and m.id = a.id
    returning m.id, ${current} as status
  `.execute(prepared(tx));
  return new Map(updated.rows.map(({ id, status }) => [id, status]));
}
