import { sql } from "kysely";
import type { CallbackOutcome } from "../db/entities/callback.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { fromPostgres, type Timestamp } from "../db/timestamp.ts";
import { type E164, isPhone } from "../phone.ts";

/** A recorded callback that nothing has come of yet. */
export interface OpenCallback {
  id: string;
  /** Its place in the order of receipt. */
  sequence: string;
  fields: Record<string, unknown>;
  recordId: string | null;
  testMode: boolean;
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
    test_mode: boolean;
    received_at: string;
  }>`
    select id, sequence::text, fields, record_id, test_mode, received_at from callback
    where id = any (${ids}::uuid[]) and processed_at is null order by callback.sequence for update
  `.execute(queries(tx));
  return rows.map(({ record_id, test_mode, received_at, ...row }) => ({
    ...row,
    recordId: record_id,
    testMode: test_mode,
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

/** The first of the provider's fields that has something in it, as text; null if none has. */
export function readField({ fields }: Pick<OpenCallback, "fields">, ...names: string[]): string | null {
  const value = names.map((name) => fields[name]).find((each) => each !== undefined && each !== null && each !== "");
  return value === undefined ? null : String(value);
}

/** No id of the provider's is longer. */
const longestId = 64;

/** The provider's id of the text that a callback is about; null without one. */
export function readProviderId(callback: OpenCallback): string | null {
  const id = readField(callback, "MessageSid", "SmsSid");
  return id !== null && id.length <= longestId ? id : null;
}

/** A phone number in one of the provider's fields; null if it is none. */
export function readPhone(callback: OpenCallback, name: string): E164 | null {
  const text = readField(callback, name);
  return text !== null && isPhone(text) ? text : null;
}
