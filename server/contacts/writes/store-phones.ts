import { type RawBuilder, sql } from "kysely";
import { type EntityManager, withoutResult } from "../../db/orm.ts";
import { rows } from "../../db/sql/rows.ts";
import type { Contact, Phone } from "../contact.ts";

/** A phone with the contact that has it. */
export interface ContactPhone {
  contact: Pick<Contact, "teamId" | "id" | "createdAt">;
  phone: Phone;
}

/** The phones that contacts gained, lost or changed. */
export interface PhoneChanges {
  gained: ContactPhone[];
  lost: ContactPhone[];
  changed: ContactPhone[];
}

/**
 * Stores the changes of phones. A contact must never have two primary phones, so phones that are no longer primary are
 * written first.
 */
export async function storePhones(tx: EntityManager, { gained, lost, changed }: PhoneChanges): Promise<void> {
  const isPrimary = ({ phone }: ContactPhone) => phone.isPrimary;
  await deletePhones(tx, lost);
  await updatePhones(
    tx,
    changed.filter((each) => !isPrimary(each)),
  );
  await updatePhones(tx, changed.filter(isPrimary));
  await insertPhones(tx, gained);
}

const storedRows = (phones: ContactPhone[]): RawBuilder<unknown> =>
  rows("a", phones, {
    teamId: ["uuid", ({ contact }) => contact.teamId],
    id: ["uuid", ({ phone }) => phone.id],
    contactId: ["uuid", ({ contact }) => contact.id],
    contactCreatedAt: ["timestamptz", ({ contact }) => contact.createdAt],
    phoneNumber: ["text", ({ phone }) => phone.phoneNumber],
    label: ["text", ({ phone }) => phone.label],
    isPrimary: ["boolean", ({ phone }) => phone.isPrimary],
    createdAt: ["timestamptz", ({ phone }) => phone.createdAt],
    updatedAt: ["timestamptz", ({ phone }) => phone.updatedAt],
  });

async function deletePhones(tx: EntityManager, phones: ContactPhone[]): Promise<void> {
  if (phones.length === 0) return;
  await sql`
    delete from contact_phone p using ${storedRows(phones)} where p.team_id = a.team_id and p.id = a.id
  `.execute(withoutResult(tx));
}

async function updatePhones(tx: EntityManager, phones: ContactPhone[]): Promise<void> {
  if (phones.length === 0) return;
  await sql`
    update contact_phone p set label = a.label, is_primary = a.is_primary, updated_at = a.updated_at
    from ${storedRows(phones)}
    where p.team_id = a.team_id and p.id = a.id
  `.execute(withoutResult(tx));
}

async function insertPhones(tx: EntityManager, phones: ContactPhone[]): Promise<void> {
  if (phones.length === 0) return;
  await sql`
    insert into contact_phone (team_id, id, contact_id, contact_created_at, phone_number, label, is_primary, created_at,
      updated_at)
    select * from ${storedRows(phones)}
  `.execute(withoutResult(tx));
}
