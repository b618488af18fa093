import { sql } from "kysely";
import { forgetMergesOfPhones } from "../contacts/merges/kept-merges.ts";
import { readClock } from "../db/clock.ts";
import { type EntityManager, withoutResult } from "../db/orm.ts";
import type { ErasedCounts } from "../db/schema/entities/erasure.ts";
import { lockPhones } from "../db/sql/locks.ts";
import { plusMicroseconds, type Timestamp } from "../db/timestamp.ts";
import { eraseConsents } from "../opt-outs/erased/erase-consents.ts";
import type { HashPhone } from "../secrets/phone-hashes.ts";
import type { Sealer } from "../secrets/sealing.ts";
import { eraseContacts } from "./erase-contacts.ts";
import { eraseWaiting } from "./erase-waiting.ts";
import { hashed, sealPhones } from "./erased-phones.ts";

/** Where an erasure begins, and what it needs. */
export interface ErasurePlace {
  /** The transaction. The caller holds the lock of the team's contacts. */
  em: EntityManager;
  teamId: string;
  /** The time of the lock. */
  now: Timestamp;
  hash: HashPhone;
  sealer: Sealer;
  /** Whether files may have objects in a store outside of the database. */
  hasObjects: boolean;
}

/** An erasure to begin. */
export interface BegunErasure {
  id: string;
  phones: string[];
  contactId: string | null;
  apiKeyId: string | null;
}

/** How long the carrier may report about a text after it was handed over. */
const watchMicroseconds = 72 * 60 * 60 * 1_000_000;

/** Removes what waits for phones, their consents and their contacts, and adds the erasure, whose steps the worker does. */
export async function beginErasure(place: ErasurePlace, erasure: BegunErasure): Promise<void> {
  const { em, teamId, now, hasObjects } = place;
  const { id, phones, contactId, apiKeyId } = erasure;
  const erased = hashed(teamId, phones, place.hash);
  const waiting = { teamId, phones, hasObjects };
  // A hand-over locks its text before the phone. What was stored meanwhile is found by the second look.
  await eraseWaiting(em, waiting);
  await lockPhones(em, erased, "exclusive");
  await eraseWaiting(em, waiting);
  // Texts that were handed over meanwhile are messages from before this time.
  const requestedAt = await readClock(em);
  await eraseConsents(em, erased);
  const contacts = await eraseContacts({ em, teamId }, { phones, contactId: contactId ?? undefined, now });
  await forgetMergesOfPhones(em, teamId, phones);
  const removed: ErasedCounts = { messages: 0, contacts, callbacks: 0, events: 0, deliveries: 0, passcodes: 0 };
  const hashes = erased.map(({ hash }) => hash);
  await sql`
    insert into erasure (team_id, id, status, contact_id, phone_hashes, sealed, step, removed, due_at, requested_at,
      watch_until, api_key_id)
    values (${teamId}, ${id}, 'running', ${contactId}::uuid, ${hashes}::text[],
      ${sealPhones(place.sealer, { teamId, id }, phones)}, 0, ${JSON.stringify(removed)}::jsonb,
      ${requestedAt}::timestamptz, ${requestedAt}::timestamptz,
      ${plusMicroseconds(requestedAt, watchMicroseconds)}::timestamptz, ${apiKeyId}::uuid)
  `.execute(withoutResult(em));
}
