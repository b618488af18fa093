import { sql } from "kysely";
import { emWithoutTeam } from "../db/commit/each-place.ts";
import { type EntityManager, queries } from "../db/orm.ts";
import { idFrom, newId } from "../db/schema/ids.ts";
import { lockPhones, type TeamPhone } from "../db/sql/locks.ts";
import { rows } from "../db/sql/rows.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { consentEventsOf } from "../events/consent-events.ts";
import { findListening, type NewEvent, recordEvents } from "../events/record-events.ts";
import { findEnded } from "./erased/find-ended.ts";
import type { FindHashers } from "./erased/find-hashers.ts";
import { findOptOuts } from "./find-opt-outs.ts";
import type { Consent, ConsentSource } from "./keywords.ts";
import { supersedeCases } from "./suspected/supersede-cases.ts";

/** What decides about the consent of a phone. */
export interface Deciding extends TeamPhone {
  consent: Consent;
  source: ConsentSource;
  keyword: string | null;
  /** The inbound message that expressed the consent. */
  messageId: string | null;
  /** The position in the order of receipt. */
  sequence: string;
  now: Timestamp;
}

/** A new entry for the consent log. */
export interface NewConsent extends Deciding {
  /** The provider's id of the message; null if it has none. */
  providerId: string | null;
  /** The signature of the message's callback. */
  signature: string | null;
  /** When the message was sent, if that was long before its receipt. */
  occurredAt?: Timestamp | undefined;
}

/** Stores consents by `storeConsents`, and records their events. */
export async function recordConsents(
  tx: EntityManager,
  consents: NewConsent[],
  findHashers?: FindHashers,
): Promise<void> {
  await recordEvents(tx, await storeConsents(tx, consents, findHashers));
}

/** Adds entries to the consent log, and returns the events to record; see `followConsents`. */
export const storeConsents = (
  tx: EntityManager,
  consents: NewConsent[],
  findHashers?: FindHashers,
): Promise<NewEvent[]> => followConsents(tx, consents, insertConsents, findHashers);

async function insertConsents(tx: EntityManager, consents: NewConsent[]): Promise<void> {
  const entries = rows("a", consents, {
    teamId: "uuid",
    id: ["uuid", () => newId()],
    phone: "text",
    consent: "text",
    source: "text",
    keyword: "text",
    messageId: "uuid",
    providerId: "text",
    signature: "text",
    sequence: "bigint",
    now: "timestamptz",
    occurredAt: ["timestamptz", ({ occurredAt }) => occurredAt],
  });
  await sql`
      insert into consent_event (team_id, id, phone_number, consent, source, keyword, message_id, provider_id, signature,
        sequence, created_at, occurred_at)
      select * from ${entries}
    `.execute(queries(tx));
}

/**
 * Inserts entries of the consent log and updates the opt-outs. For each phone the newest entry in the order of receipt
 * counts, whatever the order of the calls. Returns the events to record, because a transaction records all of its events
 * at once.
 *
 * @param findHashers tells which opt-ins end the opt-out of an erased phone; without it, they cause no event
 */
export async function followConsents<Entry extends Deciding>(
  tx: EntityManager,
  consents: Entry[],
  insert: (tx: EntityManager, consents: Entry[]) => Promise<void>,
  findHashers?: FindHashers,
): Promise<NewEvent[]> {
  if (consents.length === 0) return [];
  await lockPhones(tx, consents, "exclusive");
  const [listening] = await Promise.all([
    findListening(
      tx,
      consents.map(({ teamId }) => teamId),
    ),
    insert(tx, consents),
    // What a case itself records decides it otherwise.
    supersedeCases(
      tx,
      consents.filter(({ source }) => source !== "phrase"),
    ),
  ]);
  const heard = consents.filter(({ teamId }) => listening.has(teamId));
  const wasOptedOut = await findOptOuts(tx, heard);
  await followNewest(tx, consents);
  const newest = newestOf(heard);
  // Without an opt-out, an opt-in leads to none. That of an erased phone stands under its hash.
  const isNew = (each: Entry) => each.consent === "opted_in" && !wasOptedOut(each);
  const others = newest.filter((each) => !isNew(each));
  const isOptedOut = await findOptOuts(tx, others);
  const changed = others.filter((each) => isOptedOut(each) !== wasOptedOut(each));
  const ended = findHashers ? await findEnded(tx, newest.filter(isNew), { among: consents, findHashers }) : [];
  return consentEventsOf([...changed, ...ended]);
}

/** Updates the opt-outs of phones by their newest entries. */
async function followNewest(tx: EntityManager, phones: TeamPhone[]): Promise<void> {
  await sql`
    with newest as materialized (
      select distinct on (e.team_id, e.phone_number) e.team_id, e.phone_number, e.consent, e.created_at
      from ${rows("a", phones, { teamId: "uuid", phone: "text" })}
      join consent_event e on e.team_id = a.team_id and e.phone_number = a.phone and e.is_effective
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

/** The newest entry of each phone, in the order of receipt. */
function newestOf<Entry extends Deciding>(consents: Entry[]): Entry[] {
  const inOrder = consents.toSorted((a, b) => (BigInt(a.sequence) < BigInt(b.sequence) ? -1 : 1));
  return [...new Map(inOrder.map((consent) => [`${consent.teamId}\n${consent.phone}`, consent])).values()];
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
 * Logs the provider's refusals because of an opt-out, each refusal once. A refusal does not opt the phone out of all
 * the team's texts. The provider's block holds for one sending number and may end without a callback.
 */
export async function logRefusals(tx: EntityManager, refusals: Refusal[]): Promise<void> {
  if (refusals.length === 0) return;
  const sequences = await nextSequences(tx, refusals.length);
  const entries = rows("a", refusals, {
    teamId: "uuid",
    id: ["uuid", ({ id }) => idFrom(id, "refusal")],
    phone: "text",
    messageId: "uuid",
    sequence: ["bigint", (_, index) => sequences[index]],
    now: "timestamptz",
  });
  await sql`
    insert into consent_event (team_id, id, phone_number, consent, source, message_id, is_effective, sequence, created_at)
    select team_id, id, phone, 'opted_out', 'provider', message_id, false, sequence, now from ${entries}
    on conflict (team_id, id) do nothing
  `.execute(queries(tx));
}

/** The next positions in the order of receipt, for entries that do not come from a callback. */
export async function nextSequences(tx: EntityManager, count: number): Promise<string[]> {
  const { rows: positions } = await sql<{ sequence: string }>`
    select nextval(pg_get_serial_sequence('callback', 'sequence'))::text as sequence from generate_series(1, ${count}::int)
  `.execute(queries(emWithoutTeam(tx)));
  return positions.map(({ sequence }) => sequence);
}
