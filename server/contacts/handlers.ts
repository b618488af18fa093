import type { ContactPhoneInput } from "../../generated/api.ts";
import { parseTimestamp } from "../db/timestamp.ts";
import type { AreaHandlers } from "../operations/handlers.ts";
import type { E164 } from "../phone.ts";
import { listDuplicates } from "./duplicates/list-duplicates.ts";
import { findContactByPhone } from "./find-contacts.ts";
import { listContacts } from "./lists/list-contacts.ts";
import { readPairIds } from "./merges/find-pair.ts";
import { listMerges } from "./merges/kept-merges.ts";
import { mergeContacts } from "./merges/merge-contacts.ts";
import { presentMerge, presentPreview } from "./merges/present.ts";
import { previewMerge } from "./merges/preview-merge.ts";
import { undoMerge } from "./merges/undo-merge.ts";
import type { GivenPhone } from "./phones.ts";
import { presentContact, presentContactPhone, presentContactSummary } from "./present.ts";
import { readContact } from "./read-contact.ts";
import type { ContactFields } from "./writes/change-contacts.ts";
import { addPhone, deletePhone, updatePhone } from "./writes/change-phones.ts";
import { deleteContact } from "./writes/delete-contact.ts";
import { writeContact } from "./writes/write-contact.ts";

/** Translates contract ↔ domain for the contacts area. Contains no rules. */
export const contacts: AreaHandlers<"contacts"> = {
  async listContacts({ query }, scope) {
    const { rows, hasMore, nextCursor } = await listContacts(
      scope,
      {
        query: query.query,
        externalId: query.external_id,
        tag: query.tag,
        updatedAfter: query.updated_after === undefined ? undefined : parseTimestamp(query.updated_after),
      },
      query,
    );
    return { contacts: rows.map(presentContactSummary), hasMore, nextCursor };
  },

  async createContact({ body }, scope) {
    const { phones, ...fields } = body;
    const given = { ...withoutEmpty(fields), phones: phones.map(readPhone) };
    return writeContact(scope, { operation: "createContact", given });
  },

  async getContact({ path }, scope) {
    return presentContact(await readContact(scope, path.id));
  },

  async updateContact({ path, body }, scope) {
    const given = {
      ...body,
      id: path.id,
      company: emptyToNull(body.company),
      role: emptyToNull(body.role),
      externalId: emptyToNull(body.externalId),
      tags: body.tags === null ? [] : body.tags,
      notes: body.notes === null ? [] : body.notes,
      metadata: body.metadata === null ? {} : body.metadata,
    };
    return writeContact(scope, { operation: "updateContact", given });
  },

  async deleteContact({ path, query: { unchangedSince } }, scope) {
    const since = unchangedSince === undefined ? undefined : parseTimestamp(unchangedSince);
    return {
      success: true,
      contactId: path.id.toLowerCase(),
      unlinkedThreads: await deleteContact(scope, path.id, since),
    };
  },

  async upsertContact({ body }, scope) {
    const { phones, ...fields } = body;
    const given = { ...withoutEmpty(fields), phones: phones?.map(readPhone) };
    return writeContact(scope, { operation: "upsertContact", given });
  },

  async getContactByPhone({ path }, scope) {
    const contact = await findContactByPhone(scope, path.phone as E164);
    return { found: contact !== null, contact: contact && presentContact(contact) };
  },

  async listDuplicateContacts({ query }, scope) {
    const { rows, hasMore, nextCursor } = await listDuplicates(scope, query);
    const groups = rows.map(({ reason, contacts }) => ({ reason, contacts: contacts.map(presentContactSummary) }));
    return { duplicateGroups: groups, hasMore, nextCursor };
  },

  async mergeContacts({ body }, scope) {
    const { sourceContactId, targetContactId, strategy, fields, fingerprint } = body;
    const ids = readPairIds(sourceContactId, targetContactId);
    const merge = { ...ids, strategy, fields, fingerprint };
    const { mergedFrom, movedThreads, mergeId, ...contact } = await mergeContacts(scope, merge);
    return { success: true, contact: presentContact(contact), mergedFrom, movedThreads, mergeId };
  },

  async previewMerge({ body: { sourceContactId, targetContactId, ...strategies } }, scope) {
    return presentPreview(await previewMerge(scope, readPairIds(sourceContactId, targetContactId), strategies));
  },

  async listMerges({ query }, scope) {
    const { rows, hasMore, nextCursor } = await listMerges(scope, query);
    return { merges: rows.map(presentMerge), hasMore, nextCursor };
  },

  async undoMerge({ path, body }, scope) {
    const { source, target, kept } = await undoMerge(scope, path.id, body.keepLater ?? false);
    return {
      success: true,
      mergeId: path.id.toLowerCase(),
      source: presentContact(source),
      target: presentContact(target),
      kept,
    };
  },

  async addContactPhone({ path, body }, scope) {
    const { phone, ...contact } = await addPhone(scope, path.id, readPhone(body));
    return { success: true, phone: presentContactPhone(phone), contact: presentContact(contact) };
  },

  async updateContactPhone({ path, body }, scope) {
    const changes = { ...body, label: emptyToNull(body.label) };
    const { phone, ...contact } = await updatePhone(scope, path.id, path.phoneId, changes);
    return { success: true, phone: presentContactPhone(phone), contact: presentContact(contact) };
  },

  async deleteContactPhone({ path }, scope) {
    return { success: true, contact: presentContact(await deletePhone(scope, path.id, path.phoneId)) };
  },
};

function readPhone(given: ContactPhoneInput | string): GivenPhone {
  if (typeof given === "string") return { phoneNumber: given as E164 };
  return { phoneNumber: given.phoneNumber as E164, label: given.label || undefined, isPrimary: given.isPrimary };
}

/** The fields of a POST, in which an empty text counts as absent. */
function withoutEmpty<Fields extends Pick<ContactFields, "company" | "role" | "externalId">>(fields: Fields) {
  const { company, role, externalId } = fields;
  return { ...fields, company: company || undefined, role: role || undefined, externalId: externalId || undefined };
}

/** A field of a PATCH, which an empty text clears. */
const emptyToNull = (text: string | null | undefined) => (text === "" ? null : text);
