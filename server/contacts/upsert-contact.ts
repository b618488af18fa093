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

/** What found a contact. */
export type ContactMatch = "id" | "externalId" | "phone";

export interface UpsertedContact extends FullContact {
  /** Null when the contact was added. */
  matchedBy: ContactMatch | null;
}

/**
 * Changes the contact that the id, external id or phones name, or adds a contact when they name none. The lock is held
 * during the look-ups, so simultaneous upserts of one identity make one contact.
 *
 * @throws ambiguous_contact_match, contact_identity_conflict, duplicate_contact_phone; validation_error for two primary
 *   phones, for phones too many, and for a new contact without name or phones
 */
export async function upsertContact(scope: Scope, given: UpsertFields): Promise<UpsertedContact> {
  checkPhones(given.phones ?? []);
  const now = await lockContacts(scope);
  const match = resolve(await lookUp(scope, given));
  if (!match) return { ...(await addContact(scope, requireNew(given), now)), matchedBy: null };

  const contact = open(await getContact(scope, match.id));
  changeFields(scope, contact, given);
  const before = new Map(contact.phones.map((phone) => [phone.phoneNumber, phone]));
  for (const phone of given.phones ?? []) {
    const held = before.get(phone.phoneNumber);
    const own = held ?? attachPhone(scope, contact, phone, now);
    if (held && phone.label !== undefined) scope.em.assign(held, { label: phone.label, updatedAt: now });
    if (phone.isPrimary) await makePrimary(scope, contact, own, now);
  }
  checkLimits({ phones: contact.phones }, [{ phones: [...before] }]);
  return { ...(await saveContact(scope, contact, now)), matchedBy: match.by };
}

/** The contacts that one of the given values names. */
interface LookUp {
  by: ContactMatch;
  ids: string[];
}

/** The contacts that each given value names, in the order in which the values count. A value may name none. */
async function lookUp({ em, teamId }: Scope, { id, externalId, phones = [] }: UpsertFields): Promise<LookUp[]> {
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
  const lookUps: [ContactMatch, { id: string }[]][] = [
    ["id", byId],
    ["externalId", byExternalId],
    ...byPhone.map((of): [ContactMatch, { id: string }[]] => ["phone", of]),
  ];
  return lookUps.filter(([, of]) => of.length > 0).map(([by, of]) => ({ by, ids: of.map((each) => each.id) }));
}

/**
 * The contact that the values name together; undefined if they name none. A value that several contacts share names one
 * of them only together with a value that only this contact has.
 *
 * @throws ambiguous_contact_match, contact_identity_conflict
 */
function resolve(lookUps: LookUp[]): { id: string; by: ContactMatch } | undefined {
  const naming = lookUps.filter(({ ids }) => ids.length === 1);
  const named = new Set(naming.flatMap(({ ids }) => ids));
  if (lookUps.some(({ ids }) => ids.every((id) => !named.has(id)))) fail("ambiguous_contact_match");
  if (named.size > 1) fail("contact_identity_conflict");
  const [first] = naming;
  return first && { id: first.ids[0]!, by: first.by };
}

/** @throws validation_error */
function requireNew(given: UpsertFields): NewContact {
  const { name, phones } = given;
  if (name !== undefined && phones !== undefined) return { ...given, name, phones };
  const missing = [name === undefined ? "name" : [], phones === undefined ? "phones" : []].flat();
  return failFields(missing, "is required: no contact matches, and a new one needs it");
}
