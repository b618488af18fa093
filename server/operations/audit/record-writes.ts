/**
 * Records successful writes, in the transaction of the write.
 *
 * Promises: a write and its event are stored together, or neither is. Refused writes and replays leave no event.
 * Costs: one statement for a batch, which waits for no result.
 */
import { sql } from "kysely";
import { type EntityManager, withoutResult } from "../../db/orm.ts";
import { newId } from "../../db/schema/ids.ts";
import { rows } from "../../db/sql/rows.ts";
import type { Timestamp } from "../../db/timestamp.ts";

/** The request or the operator's command that an event comes from. A command has only a team and a time. */
export interface EventSource {
  teamId: string;
  now: Timestamp;
  apiKeyId?: string;
  requestId?: string;
  address?: string | undefined;
}

export interface RecordedWrite {
  source: EventSource;
  /** The operation of the API, or the words of the operator's command. */
  operation: string;
  /** The id of the changed record, or a phone number. */
  target: string;
  /** The status of the response. Absent for an operator's command. */
  outcome?: number;
}

/** Adds the events of successful writes. */
export async function recordWrites(tx: EntityManager, writes: RecordedWrite[]): Promise<void> {
  if (writes.length === 0) return;
  const events = writes.map(({ source, ...write }) => ({ ...write, ...source, id: newId() }));
  await sql`
    insert into audit_event (team_id, at, id, api_key_id, operation, target, outcome, request_id, address)
    select * from ${rows("a", events, {
      teamId: "uuid",
      now: "timestamptz",
      id: "uuid",
      apiKeyId: "uuid",
      operation: "text",
      target: "text",
      outcome: "smallint",
      requestId: "text",
      address: "text",
    })}
  `.execute(withoutResult(tx));
}
