import { sql } from "kysely";
import type { Result } from "../batcher.ts";
import type { MessageStatus } from "../db/entities/message.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { type Claim, keepAnswers, releaseClaims } from "../idempotency/claims.ts";
import type { Outcome } from "../provider/provider.ts";
import { presentSentText } from "./present.ts";
import { isGivenUp, statusAfter } from "./status.ts";
import type { StoredText } from "./texts.ts";

/** A stored text and what the provider made of it. */
export interface Settlement {
  text: StoredText;
  outcome: Outcome;
  claim: Claim | undefined;
  now: Timestamp;
}

/**
 * Writes down what the provider made of a list of texts, and keeps the answers of their Idempotency-Keys, in one
 * transaction. A delivery status that came in first stays. A definite refusal gives the key back.
 */
export async function settleTexts(tx: EntityManager, settlements: Settlement[]): Promise<Result<StoredText>[]> {
  const statuses = await updateMessages(tx, settlements);
  const settled = settlements.map((settlement) => {
    const { text } = settlement;
    return { ...settlement, text: { ...text, status: statuses.get(text.id) ?? statusOf(settlement.outcome) } };
  });
  await keepAnswers(
    tx,
    settled.flatMap(({ claim, outcome, text }) => {
      if (!claim || outcome.kind === "refused") return [];
      return { claim, answer: { status: 200, body: JSON.stringify(presentSentText(text)) } };
    }),
  );
  await releaseClaims(
    tx,
    settled.flatMap(({ claim, outcome }) => (claim && outcome.kind === "refused" ? claim : [])),
  );
  return settled.map(({ text }) => ({ ok: true, value: text }));
}

/** The status of a text whose outcome is this, as far as the provider's answer to the send tells. */
export function statusOf(outcome: Outcome): MessageStatus {
  if (outcome.kind === "accepted") return outcome.status;
  return outcome.kind === "refused" ? "failed" : "sending";
}

async function updateMessages(tx: EntityManager, settlements: Settlement[]): Promise<Map<string, MessageStatus>> {
  const rows = settlements.map(({ text, outcome, now }) => ({
    teamId: text.teamId,
    id: text.id,
    status: statusOf(outcome),
    providerId: outcome.kind === "accepted" ? outcome.providerId : null,
    errorCode: outcome.kind === "refused" ? outcome.errorCode : null,
    simulatedOutcome: outcome.kind === "accepted" ? (outcome.simulatedOutcome ?? null) : null,
    // An unknown outcome is no word of the provider's.
    heard: outcome.kind !== "unknown",
    now,
  }));
  const status = statusAfter(sql`a.status`, sql`m.status`, sql`m.error_code`);
  const givenUp = isGivenUp(sql`m.status`, sql`m.error_code`);
  const updated = await sql<{ id: string; status: MessageStatus }>`
    update message m set
      status = case when a.heard or m.status = 'queued' then ${status} else m.status end,
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
    returning m.id, m.status
  `.execute(queries(tx));
  return new Map(updated.rows.map(({ id, status }) => [id, status]));
}
