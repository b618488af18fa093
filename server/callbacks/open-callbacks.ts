import { sql } from "kysely";
import type { CallbackOutcome } from "../db/entities/callback.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { fromPostgres, type Timestamp } from "../db/timestamp.ts";

/** A recorded callback that nothing has come of yet. */
export interface OpenCallback {
  id: string;
  /** Its position in the order of receipt. */
  sequence: string;
  fields: Record<string, unknown>;
  recordId: string | null;
  recordTeamId: string | null;
  testMode: boolean;
  signature: string | null;
  /** The team that its keyword was judged for when it was recorded; null if that has not happened. */
  teamId: string | null;
  receivedAt: Timestamp;
}

/** What came of a callback, and for which team. */
export interface ProcessedCallback {
  id: string;
  outcome: CallbackOutcome;
  teamId: string | null;
}

/**
 * Those of the callbacks that nothing has come of yet, in the order of receipt, locked until the transaction ends: two
 * workers that have a job for one callback work on it one after the other, and the second one finds it done.
 */
export async function openCallbacks(tx: EntityManager, ids: string[]): Promise<OpenCallback[]> {
  const { rows } = await sql<{
    id: string;
    sequence: string;
    fields: Record<string, unknown>;
    record_id: string | null;
    record_team_id: string | null;
    test_mode: boolean;
    signature: string | null;
    team_id: string | null;
    received_at: string;
  }>`
    select id, sequence::text, fields, record_id, record_team_id, test_mode, signature, team_id, received_at from callback
    where id = any (${ids}::uuid[]) and processed_at is null order by callback.sequence for update
  `.execute(queries(tx));
  return rows.map(({ record_id, record_team_id, test_mode, team_id, received_at, ...row }) => ({
    ...row,
    recordId: record_id,
    recordTeamId: record_team_id,
    testMode: test_mode,
    teamId: team_id,
    receivedAt: fromPostgres(received_at),
  }));
}

/** Writes down what came of callbacks. */
export async function closeCallbacks(tx: EntityManager, processed: ProcessedCallback[], now: Timestamp): Promise<void> {
  if (processed.length === 0) return;
  await sql`
    update callback c set outcome = a.outcome, team_id = a.team_id, processed_at = ${now}::timestamptz
    from unnest(
      ${processed.map(({ id }) => id)}::uuid[], ${processed.map(({ outcome }) => outcome)}::text[],
      ${processed.map(({ teamId }) => teamId)}::uuid[]
    ) as a (id, outcome, team_id)
    where c.id = a.id
  `.execute(queries(tx));
}
