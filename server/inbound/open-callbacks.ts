import { sql } from "kysely";
import { type EntityManager, queries, withoutResult } from "../db/orm.ts";
import type { CallbackKind, CallbackOutcome } from "../db/schema/entities/callback.ts";
import { rows } from "../db/sql/rows.ts";
import { fromPostgres, type Timestamp } from "../db/timestamp.ts";
import type { Inbound, Status } from "../provider/callbacks.ts";
import { contentToKeep, fieldsToKeep } from "./duplicates.ts";
import { contentOf } from "./earlier-callbacks.ts";

/** A recorded callback that is not processed yet. */
export interface OpenCallback<Content> {
  id: string;
  /** Its position in the order of receipt. */
  sequence: string;
  content: Content;
  /** The carrier's id of the text; null if the callback names none. */
  providerId: string | null;
  recordId: string | null;
  recordTeamId: string | null;
  testMode: boolean;
  /** Null for the carrier of the environment. */
  providerAccountId: string | null;
  signature: string | null;
  /** The team whose consent its keyword changed when it was recorded; null if it changed none then. */
  teamId: string | null;
  receivedAt: Timestamp;
}

/** The outcome of a callback, and its team. */
export interface ProcessedCallback {
  id: string;
  outcome: CallbackOutcome;
  teamId: string | null;
}

/**
 * Selects the callbacks that are not processed yet, in the order of receipt, and locks them until the transaction ends.
 * If two workers have a job for the same callback, the second one waits, and then does not get that callback.
 */
export async function openCallbacks<Content extends Inbound | Status>(
  tx: EntityManager,
  ids: string[],
): Promise<OpenCallback<Content>[]> {
  const { rows: open } = await sql<{
    id: string;
    sequence: string;
    kind: CallbackKind;
    content: Content | null;
    fields: Record<string, unknown> | null;
    provider_id: string | null;
    record_id: string | null;
    record_team_id: string | null;
    test_mode: boolean;
    provider_account_id: string | null;
    signature: string | null;
    team_id: string | null;
    received_at: string;
  }>`
    select id, sequence::text, kind, content, case when content is null then fields end as fields, provider_id, record_id,
      record_team_id, test_mode, provider_account_id, signature, team_id, received_at from callback
    where id = any (${ids}::uuid[]) and processed_at is null order by callback.sequence for update
  `.execute(queries(tx));
  return open.map(
    ({ kind, content, fields, provider_id, record_id, record_team_id, test_mode, team_id, received_at, ...row }) => ({
      id: row.id,
      sequence: row.sequence,
      signature: row.signature,
      providerAccountId: row.provider_account_id,
      ...contentOf({ kind, content, fields, providerId: provider_id }),
      recordId: record_id,
      recordTeamId: record_team_id,
      testMode: test_mode,
      teamId: team_id,
      receivedAt: fromPostgres(received_at),
    }),
  );
}

const isDuplicate = sql`a.outcome = 'duplicate'`;
const stored = { kind: sql`c.kind`, content: sql`c.content`, fields: sql`c.fields` };

/** Stores the outcomes of callbacks, at the latest with the commit; see `withoutResult`. */
export async function closeCallbacks(tx: EntityManager, processed: ProcessedCallback[], now: Timestamp): Promise<void> {
  if (processed.length === 0) return;
  await sql`
    update callback c set outcome = a.outcome, team_id = a.team_id, processed_at = ${now}::timestamptz,
      content = ${contentToKeep(isDuplicate, stored)}, fields = ${fieldsToKeep(isDuplicate, stored)}
    from ${rows("a", processed, { id: "uuid", outcome: "text", teamId: "uuid" })}
    where c.id = a.id
  `.execute(withoutResult(tx));
}
