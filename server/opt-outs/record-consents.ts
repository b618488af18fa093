import { sql } from "kysely";
import { newId } from "../db/columns.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { lockPhones, type TeamPhone } from "../db/phone-lock.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { Consent } from "./keywords.ts";

/** Somebody said what they want. */
export interface NewConsent extends TeamPhone {
  consent: Consent;
  source: "keyword" | "operator";
  keyword: string | null;
  /** The inbound message that said it. */
  messageId: string | null;
  /** Its place in the order of receipt. */
  sequence: string;
  now: Timestamp;
}

/**
 * Adds what recipients said to the log, and makes the newest of it, in the order of receipt, what holds: whatever
 * order this is called in, the last word counts.
 */
export async function recordConsents(tx: EntityManager, consents: NewConsent[]): Promise<void> {
  if (consents.length === 0) return;
  await lockPhones(tx, consents, "exclusive");
  await sql`
    insert into consent_event (team_id, id, phone_number, consent, source, keyword, message_id, sequence, created_at)
    select * from unnest(
      ${consents.map(({ teamId }) => teamId)}::uuid[], ${consents.map(() => newId())}::uuid[],
      ${consents.map(({ phone }) => phone)}::text[], ${consents.map(({ consent }) => consent)}::text[],
      ${consents.map(({ source }) => source)}::text[], ${consents.map(({ keyword }) => keyword)}::text[],
      ${consents.map(({ messageId }) => messageId)}::uuid[], ${consents.map(({ sequence }) => sequence)}::bigint[],
      ${consents.map(({ now }) => now)}::timestamptz[]
    )
  `.execute(queries(tx));
  await sql`
    with newest as materialized (
      select distinct on (e.team_id, e.phone_number) e.team_id, e.phone_number, e.consent, e.created_at
      from unnest(${consents.map(({ teamId }) => teamId)}::uuid[], ${consents.map(({ phone }) => phone)}::text[])
        as a (team_id, phone_number)
      join consent_event e on e.team_id = a.team_id and e.phone_number = a.phone_number
      order by e.team_id, e.phone_number, e.sequence desc
    ), gone as (
      delete from opt_out o using newest n
      where n.consent = 'opted_in' and o.team_id = n.team_id and o.phone_number = n.phone_number
    )
    insert into opt_out (team_id, phone_number, created_at)
    select team_id, phone_number, created_at from newest where consent = 'opted_out'
    on conflict (team_id, phone_number) do update set created_at = excluded.created_at
  `.execute(queries(tx));
}

/** The next place in the order of receipt, for what is no callback. */
export async function nextSequence(tx: EntityManager): Promise<string> {
  const { rows } = await sql<{ sequence: string }>`
    select nextval(pg_get_serial_sequence('callback', 'sequence'))::text as sequence
  `.execute(queries(tx));
  return rows[0]!.sequence;
}
