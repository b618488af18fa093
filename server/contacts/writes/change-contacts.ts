import { newId } from "../../db/schema/ids.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import type { Contact } from "../contact.ts";
import { attachPhone, checkPhones, type GivenPhone, makePrimary } from "../phones.ts";
import { checkLimits } from "./check-limits.ts";
import type { OpenContact } from "./open-contact.ts";

/** The fields that a request can set. An absent field stays unchanged; in a new contact it is empty. */
export interface ContactFields {
  name?: string | undefined;
  company?: string | null | undefined;
  role?: string | null | undefined;
  externalId?: string | null | undefined;
  tags?: string[] | undefined;
  /** Added to the tags, after `removeTags` were taken away. */
  addTags?: string[] | undefined;
  removeTags?: string[] | undefined;
  notes?: string[] | undefined;
  metadata?: Record<string, unknown> | undefined;
}

export interface NewContact extends ContactFields {
  /** An id that no contact of the team has. By default a new id is generated. */
  id?: string | undefined;
  name: string;
  phones: GivenPhone[];
}

/**
 * Opens a new contact. Its first phone is primary, unless another phone is marked as primary.
 *
 * @throws duplicate_contact_phone; validation_error for two primary phones
 */
export function openNew(teamId: string, given: NewContact, now: Timestamp): OpenContact {
  checkPhones(given.phones);
  const contact: Contact = {
    teamId,
    id: given.id?.toLowerCase() ?? newId(),
    name: given.name,
    company: null,
    role: null,
    externalId: null,
    tags: [],
    notes: [],
    metadata: {},
    nameGroupId: null,
    isCrowded: false,
    isInLargeCompany: false,
    ordinal: -1,
    createdAt: now,
    updatedAt: now,
  };
  const added: OpenContact = { contact, phones: [], was: null };
  changeFields(added, given, now);
  const phones = given.phones.map((phone) => attachPhone(added, phone, now));
  const marked = given.phones.findIndex(({ isPrimary }) => isPrimary);
  makePrimary(added, phones[Math.max(0, marked)]!, now);
  return added;
}

/**
 * Changes the given fields of an open contact.
 *
 * @throws validation_error for too many tags
 */
export function changeFields({ contact }: OpenContact, given: ContactFields, now: Timestamp): void {
  const { name, company, role, externalId, notes, metadata } = given;
  const fields = { name, company, role, externalId, notes, metadata, tags: changeTags(contact.tags, given) };
  const changes = Object.entries(fields).filter(([, value]) => value !== undefined);
  Object.assign(contact, Object.fromEntries(changes), { updatedAt: now });
}

/** The tags after a change; undefined if the change concerns no tags. */
function changeTags(tags: string[], given: ContactFields): string[] | undefined {
  const { tags: replaced, addTags = [], removeTags = [] } = given;
  if (!replaced && addTags.length + removeTags.length === 0) return undefined;
  const result = [...new Set([...(replaced ?? tags).filter((tag) => !removeTags.includes(tag)), ...addTags])];
  checkLimits({ tags: result }, [{ tags }]);
  return result;
}
