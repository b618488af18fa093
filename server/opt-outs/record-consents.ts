import { sql } from "kysely";
import { idFrom, newId } from "../db/columns.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { lockPhones, type TeamPhone } from "../db/phone-lock.ts";
import type { Timestamp } from "../db/timestamp.ts";
import type { Consent, ConsentSource } from "./keywords.ts";

/** A new entry for the consent log. */
export interface NewConsent extends TeamPhone {
  consent: Consent;
  source: ConsentSource;
  keyword: string | null;
  /** The inbound message that expressed the consent. */
  messageId: string | null;
  /** The provider's id of that message; null if it has none. */
  providerId: string | null;
  /** The signature of the message's callback. */
  signature: string | null;
  /** The position in the order of receipt. */
  sequence: string;
  now: Timestamp;
}

/**
 * Adds entries to the consent log and updates the opt-outs. For each phone the newest entry in the order of receipt
 * counts, whatever the order of the calls.
 */
export async function recordConsents(tx: EntityManager, consents: NewConsent[]): Promise<void> {
  if (consents.length === 0) return;
  await lockPhones(tx, consents, "exclusive");
  await sql`
    insert into consent_event (team_id, id, phone_number, consent, source, keyword, message_id, provider_id, signature,
      sequence, created_at)
    select * from unnest(
      ${consents.map(({ teamId }) => teamId)}::uuid[], ${consents.map(() => newId())}::uuid[],
      ${consents.map(({ phone }) => phone)}::text[], ${consents.map(({ consent }) => consent)}::text[],
      ${consents.map(({ source }) => source)}::text[], ${consents.map(({ keyword }) => keyword)}::text[],
      ${consents.map(({ messageId }) => messageId)}::uuid[], ${consents.map(({ providerId }) => providerId)}::text[],
      ${consents.map(({ signature }) => signature)}::text[], ${consents.map(({ sequence }) => sequence)}::bigint[],
      ${consents.map(({ now }) => now)}::timestamptz[]
    )
  `.execute(queries(tx));
  await sql`
    with newest as materialized (
      select distinct on (e.team_id, e.phone_number) e.team_id, e.phone_number, e.consent, e.created_at
      from unnest(${consents.map(({ teamId }) => teamId)}::uuid[], ${consents.map(({ phone }) => phone)}::text[])
        as a (team_id, phone_number)
      join consent_event e on e.team_id = a.team_id and e.phone_number = a.phone_number and e.is_effective
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

/** A text that the provider refused, because its recipient has opted out of the sending number. */
export interface Refusal extends TeamPhone {
  /** The id of the message or passcode. */
  id: string;
  /** The id of the message; null for a passcode. */
  messageId: string | null;
  now: Timestamp;
}

/**
 * Logs the provider's refusals because of an opt-out, each refusal once. They do not opt the phone out of all the team's
 * texts. The provider's block holds for one sending number and may end without a callback.
 */
export async function logRefusals(tx: EntityManager, refusals: Refusal[]): Promise<void> {
  if (refusals.length === 0) return;
  const sequences = await nextSequences(tx, refusals.length);
  await sql`
    insert into consent_event (team_id, id, phone_number, consent, source, message_id, is_effective, sequence, created_at)
    select team_id, id, phone_number, 'opted_out', 'provider', message_id, false, sequence, created_at
    from unnest(
      ${refusals.map(({ teamId }) => teamId)}::uuid[], ${refusals.map(({ id }) => idFrom(id, "refusal"))}::uuid[],
      ${refusals.map(({ phone }) => phone)}::text[], ${refusals.map(({ messageId }) => messageId)}::uuid[],
      ${sequences}::bigint[], ${refusals.map(({ now }) => now)}::timestamptz[]
    ) as a (team_id, id, phone_number, message_id, sequence, created_at)
    on conflict (team_id, id) do nothing
  `.execute(queries(tx));
}

/** The next positions in the order of receipt, for entries that do not come from a callback. */
export async function nextSequences(tx: EntityManager, count: number): Promise<string[]> {
  const { rows } = await sql<{ sequence: string }>`
    select nextval(pg_get_serial_sequence('callback', 'sequence'))::text as sequence from generate_series(1, ${count}::int)
  `.execute(queries(tx));
  return rows.map(({ sequence }) => sequence);
}
