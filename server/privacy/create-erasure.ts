/**
 * Begins to erase a person: phones, and perhaps the contact that they belong to.
 *
 * Promises: from the commit on, nothing that waits goes out to the phones, no earlier consent of theirs is lost, and their
 * contacts are gone. The worker removes the rest, see `work-on-erasures.ts`.
 * Costs: what the contacts and the waiting texts of the phones cost, while the contacts of the team are locked.
 */
import { sql } from "kysely";
import { getContact } from "../contacts/find-contacts.ts";
import { lockContacts } from "../contacts/writes/lock-contacts.ts";
import { contractDocument } from "../contract/document.ts";
import { type EntityManager, prepared } from "../db/orm.ts";
import { newId } from "../db/schema/ids.ts";
import { fail, failFields } from "../errors.ts";
import type { Scope } from "../operations/scope.ts";
import { beginErasure } from "./begin-erasure.ts";
import { type ErasureRow, getErasure } from "./find-erasures.ts";
import { openTeamKey } from "./team-key.ts";

/** The person to erase: a phone, or a contact with all of its phones. */
export interface ErasedSubject {
  phone: string | undefined;
  contactId: string | undefined;
}

/** The most erasures of a team that run at once. */
const { runningErasures: maxRunning } = contractDocument["x-limits"];

/**
 * Begins an erasure in the transaction of the request.
 *
 * @throws invalid_phone without a subject; validation_error for a number of the team itself, and for both kinds of subjects;
 *   contact_not_found, erasure_in_progress
 */
export async function createErasure(scope: Scope, { phone, contactId }: ErasedSubject): Promise<ErasureRow> {
  const { em, teamId, apiKeyId, phoneHashes, webhooks, files } = scope;
  if (phone !== undefined && contactId !== undefined) failFields(["contactId"], "must not be given beside phone");
  if (phone === undefined && contactId === undefined) {
    fail("invalid_phone", { message: "Either phone or contactId is required." });
  }
  const now = await lockContacts(scope);
  const phones =
    contactId === undefined ? [phone!] : (await getContact(scope, contactId)).phones.map((each) => each.phoneNumber);
  await refuseOwnNumbers(em, teamId, phones);
  const hash = await openTeamKey(em, phoneHashes, teamId);
  await refuseRunning(em, teamId, phones.map(hash));
  const id = newId();
  const place = { em, teamId, now, hash, sealer: webhooks.sealer, hasObjects: files.hasObjects };
  await beginErasure(place, { id, phones, contactId: contactId ?? null, apiKeyId });
  return getErasure(scope, id);
}

/** A number of the team is no recipient. */
async function refuseOwnNumbers(em: EntityManager, teamId: string, phones: string[]): Promise<void> {
  const { rows } = await sql`
    select from business_number where team_id = ${teamId} and phone_number = any (${phones}::text[]) limit 1
  `.execute(prepared(em));
  if (rows.length > 0) failFields(["phone"], "is a business number of the team, which cannot be erased");
}

/** The lock of the team's contacts keeps another request from beginning meanwhile. */
async function refuseRunning(em: EntityManager, teamId: string, hashes: string[]): Promise<void> {
  const { rows } = await sql<{ running: number; same: boolean }>`
    select count(*)::int as running, coalesce(bool_or(phone_hashes && ${hashes}::text[]), false) as same from erasure
    where team_id = ${teamId} and status = 'running'
  `.execute(prepared(em));
  const { running, same } = rows[0]!;
  if (same) fail("erasure_in_progress");
  if (running >= maxRunning) {
    fail("erasure_in_progress", { message: `The team has ${maxRunning} erasures that are not through yet.` });
  }
}
