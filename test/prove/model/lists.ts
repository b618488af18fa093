/**
 * The answers of the lists of contacts.
 */
import { presentSummary } from "./contacts.ts";
import { RankedItems } from "./expected-values.ts";
import { pageOf } from "./pages.ts";
import type { ApiRequest, Contact, Expected, Team } from "./team.ts";

export function listContacts({ contacts }: Team, request: ApiRequest): Expected {
  const found = contacts.toReversed().filter((contact) => passes(contact, request.query));
  const { items, nextCursor } = pageOf(found, request);
  return { body: { contacts: items.map(presentSummary), hasMore: nextCursor !== null, nextCursor } };
}

function passes(contact: Contact, { query, tag, external_id, updated_after }: ApiRequest["query"]): boolean {
  return (
    (query === undefined || matches(contact, String(query).toLowerCase())) &&
    (tag === undefined || contact.tags.includes(String(tag))) &&
    (external_id === undefined || contact.externalId === external_id) &&
    (updated_after === undefined || contact.updatedAt.value! > String(updated_after))
  );
}

function matches({ name, company, phones }: Contact, text: string): boolean {
  if ([...text].length < 3) return name.toLowerCase().startsWith(text);
  const texts = [name, company ?? "", ...phones.map(({ phoneNumber }) => phoneNumber)];
  return texts.some((each) => each.toLowerCase().includes(text));
}

/**
 * The groups of contacts that may be the same person, the one with the newest contact first. The names of this model
 * are similar only when they are equal but for their case.
 */
export function listDuplicateContacts({ contacts }: Team): Expected {
  const newest = contacts.toReversed();
  const group = (reason: string, valuesOf: (contact: Contact) => string[]) =>
    [...new Set(newest.flatMap(valuesOf))]
      .map((value) => ({ reason, contacts: newest.filter((contact) => valuesOf(contact).includes(value)) }))
      .filter(({ contacts }) => contacts.length > 1);
  const groups = [
    ...group("same_phone", ({ phones }) => phones.map(({ phoneNumber }) => phoneNumber)),
    ...group("same_external_id", ({ externalId }) => (externalId === null ? [] : [externalId])),
    ...group("similar_name", ({ name, company }) => (company === null ? [] : [`${company} ${name}`.toLowerCase()])),
  ].map(({ reason, contacts }) => ({ reason, contacts: contacts.map(presentSummary) }));
  // A contact may be the newest contact of several groups.
  const rankOf = ({ contacts: [first] }: (typeof groups)[0]) => newest.findIndex(({ id }) => id === first!.id);
  return { body: { duplicateGroups: new RankedItems(groups, rankOf), hasMore: false, nextCursor: null } };
}
