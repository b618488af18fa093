import { sql } from "kysely";
import type { Result } from "../batcher.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { ApiError } from "../errors.ts";
import { type Claim, keepAnswers, releaseClaims } from "../idempotency/claims.ts";
import type { Outcome } from "../provider/provider.ts";
import { presentSentText } from "./present.ts";
import { outranks } from "./status.ts";
import type { MessageStatus, StoredText } from "./texts.ts";

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
 *
 * Each result's error is message_failed or recipient_opted_out.
 */
export async function settleTexts(tx: EntityManager, settlements: Settlement[]): Promise<Result<StoredText>[]> {
  const statuses = await updateMessages(tx, settlements);
  const results = settlements.map(({ text, outcome }): Result<StoredText> => {
    if (outcome.kind === "refused") {
      return { ok: false, error: new ApiError(outcome.optedOut ? "recipient_opted_out" : "message_failed") };
    }
    return { ok: true, value: { ...text, status: statuses.get(text.id) ?? statusOf(outcome) } };
  });
  await keepAnswers(
    tx,
    settlements.flatMap(({ claim }, index) => {
      const result = results[index]!;
      if (!claim || !result.ok) return [];
      return { claim, answer: { status: 200, body: JSON.stringify(presentSentText(result.value)) } };
    }),
  );
  await releaseClaims(
    tx,
    settlements.flatMap(({ claim, outcome }) => (claim && outcome.kind === "refused" ? claim : [])),
  );
  return results;
}

async function updateMessages(tx: EntityManager, settlements: Settlement[]): Promise<Map<string, MessageStatus>> {
  const rows = settlements.map(({ text, outcome, now }) => ({
    teamId: text.teamId,
    id: text.id,
    status: statusOf(outcome),
    providerId: outcome.kind === "accepted" ? outcome.providerId : null,
    errorCode: outcome.kind === "refused" ? outcome.errorCode : null,
    simulatedOutcome: outcome.kind === "accepted" ? (outcome.simulatedOutcome ?? null) : null,
    now,
  }));
  const updated = await sql<{ id: string; status: MessageStatus }>`
    update message m set
      status = case when ${outranks(sql`a.status`, sql`m.status`)} then a.status else m.status end,
      provider_id = coalesce(m.provider_id, a.provider_id),
      error_code = coalesce(m.error_code, a.error_code),
      simulated_outcome = a.simulated_outcome,
      updated_at = greatest(m.updated_at, a.now)
    from unnest(
      ${rows.map(({ teamId }) => teamId)}::uuid[], ${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ status }) => status)}::text[], ${rows.map(({ providerId }) => providerId)}::text[],
      ${rows.map(({ errorCode }) => errorCode)}::text[],
      ${rows.map(({ simulatedOutcome }) => simulatedOutcome)}::text[], ${rows.map(({ now }) => now)}::timestamptz[]
    ) as a (team_id, id, status, provider_id, error_code, simulated_outcome, now)
    where m.team_id = a.team_id and m.id = a.id
    returning m.id, m.status
  `.execute(queries(tx));
  return new Map(updated.rows.map(({ id, status }) => [id, status]));
}

function statusOf(outcome: Outcome): MessageStatus {
  if (outcome.kind === "accepted") return outcome.status;
  return outcome.kind === "refused" ? "failed" : "sending";
}
