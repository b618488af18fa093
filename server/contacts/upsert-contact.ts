import { queries } from "../db/orm.ts";
import { fail, failFields } from "../errors.ts";
import type { Scope } from "../scope.ts";
import { addContact, type ContactFields, changeFields, type NewContact } from "./change-contacts.ts";
import { checkLimits } from "./check-limits.ts";
import { type FullContact, getContact } from "./find-contacts.ts";
import { lockContacts } from "./lock-contacts.ts";
import { open } from "./open-contact.ts";
import { attachPhone, checkPhones, type GivenPhone, makePrimary } from "./phones.ts";
import { saveContact } from "./save-contact.ts";

export interface UpsertFields extends ContactFields {
  id?: string | undefined;
  phones?: GivenPhone[] | undefined;
}

/** The value by which a contact was found. */
export type ContactMatch = "id" | "externalId" | "phone";

export interface UpsertedContact extends FullContact {
  /** Null if the contact was added. */
  matchedBy: ContactMatch | null;
}

/**
 * Changes the contact that the id, the external id or the phones identify, or adds a contact if they identify none. The
 * lock is held during the lookups, so concurrent upserts with the same values create one contact.
 *
 * @throws ambiguous_contact_match, contact_identity_conflict, duplicate_contact_phone; validation_error for two primary
 *   phones, for too many phones, and for a new contact without name or phones
 */
export async function upsertContact(scope: Scope, given: UpsertFields): Promise<UpsertedContact> {
  checkPhones(given.phones ?? []);
  const now = await lockContacts(scope);
  const match = resolveMatch(await findMatches(scope, given));
  if (!match) return { ...(await addContact(scope, requireNew(given), now)), matchedBy: null };

  const contact = open(await getContact(scope, match.id));
  changeFields(scope, contact, given);
  const before = new Map(contact.phones.map((phone) => [phone.phoneNumber, phone]));
  for (const phone of given.phones ?? []) {
    const existing = before.get(phone.phoneNumber);
    const record = existing ?? attachPhone(scope, contact, phone, now);
    if (existing && phone.label !== undefined) scope.em.assign(existing, { label: phone.label, updatedAt: now });
    if (phone.isPrimary) await makePrimary(scope, contact, record, now);
  }
  checkLimits({ phones: contact.phones }, [{ phones: [...before] }]);
  return { ...(await saveContact(scope, contact, now)), matchedBy: match.by };
}

/** The contacts that have one of the given values. */
interface Match {
  by: ContactMatch;
  ids: string[];
}

/** Finds the contacts of each given value, in the order of precedence. Values without contacts are left out. */
async function findMatches({ em, teamId }: Scope, { id, externalId, phones = [] }: UpsertFields): Promise<Match[]> {
  const contacts = queries(em).selectFrom("Contact").select("id").where("teamId", "=", teamId);
  const byId = id === undefined ? [] : await contacts.where("id", "=", id).execute();
  const byExternalId = externalId ? await contacts.where("externalId", "=", externalId).execute() : [];
  const numbers = phones.map(({ phoneNumber }) => phoneNumber);
  const holders = await queries(em)
    .selectFrom("ContactPhone")
    .select(["contactId as id", "phoneNumber"])
    .where("teamId", "=", teamId)
    .where((eb) => eb("phoneNumber", "=", eb.fn.any(eb.val(numbers))))
    .execute();
  const byPhone = Map.groupBy(holders, ({ phoneNumber }) => phoneNumber).values();
  const found: [ContactMatch, { id: string }[]][] = [
    ["id", byId],
    ["externalId", byExternalId],
    ...byPhone.map((contacts): [ContactMatch, { id: string }[]] => ["phone", contacts]),
  ];
  return found
    .filter(([, contacts]) => contacts.length > 0)
    .map(([by, contacts]) => ({ by, ids: contacts.map((contact) => contact.id) }));
}

/**
 * The contact that all values together identify; undefined if they identify none. A value that several contacts share
 * identifies a contact only together with a value that only that contact has.
 *
 * @throws ambiguous_contact_match, contact_identity_conflict
 */
function resolveMatch(matches: Match[]): { id: string; by: ContactMatch } | undefined {
  const uniqueMatches = matches.filter(({ ids }) => ids.length === 1);
  const identified = new Set(uniqueMatches.flatMap(({ ids }) => ids));
  if (matches.some(({ ids }) => ids.every((id) => !identified.has(id)))) fail("ambiguous_contact_match");
  if (identified.size > 1) fail("contact_identity_conflict");
  const [first] = uniqueMatches;
  return first && { id: first.ids[0]!, by: first.by };
}

/** @throws validation_error */
function requireNew(given: UpsertFields): NewContact {
  const { name, phones } = given;
  if (name !== undefined && phones !== undefined) return { ...given, name, phones };
  const missing = [name === undefined ? "name" : [], phones === undefined ? "phones" : []].flat();
  return failFields(missing, "is required to add a contact, because no contact matches");
}
