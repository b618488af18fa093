/**
 * What is answered about merges: previews, merges and their undoing.
 */
import { notFound, present } from "./contacts.ts";
import { AnyText, compareValues, ExpectedStatus, Generated } from "./expected-values.ts";
import { linkThreads, shownIn, unlinkThreads } from "./links.ts";
import { isBlank, mergedFields, mergeFields } from "./merge.ts";
import {
  type ApiRequest,
  byId,
  type Contact,
  type Expected,
  type Fields,
  type KeptContact,
  later,
  type Merge,
  noEarlier,
  type Phone,
  refuse,
  type Team,
  type Thread,
} from "./team.ts";

/** The contacts of a merge, or why they cannot be merged. */
function findPair(team: Team, { body = {} }: ApiRequest): { source: Contact; target: Contact } | { refused: Expected } {
  const source = byId(team.contacts, body.sourceContactId);
  const target = byId(team.contacts, body.targetContactId);
  const isSame = body.sourceContactId === body.targetContactId;
  if (isSame) return { refused: refuse("422 cannot_merge_same_contact", ...(source ? [] : ["404 contact_not_found"])) };
  if (!source || !target) return { refused: notFound };
  const ofExternalId = (body.fields as Fields | undefined)?.externalId ?? body.strategy;
  const isConflict =
    source.externalId !== null && target.externalId !== null && source.externalId !== target.externalId;
  if (isConflict && ofExternalId !== "prefer_target" && ofExternalId !== "prefer_source") {
    return { refused: refuse("409 external_id_conflict") };
  }
  return { source, target };
}

const keptOf = (contact: Contact): KeptContact => ({
  ...(Object.fromEntries(mergedFields.map((name) => [name, contact[name]])) as Pick<
    Contact,
    (typeof mergedFields)[number]
  >),
  updatedAt: contact.updatedAt,
  phones: contact.phones.map((phone) => ({ ...phone })),
});

/** Merges the source into the target. Returns the merge, and how many threads show the target now and did not before. */
function merge(team: Team, source: Contact, target: Contact, body: Fields): { merge: Merge; moved: number } {
  const [keptSource, before] = [keptOf(source), keptOf(target)];
  const shownBefore = team.threads.map((thread) => shownIn(team, thread));
  const linked = team.threads.filter(({ contact }) => contact === source);
  const gained = source.phones.map(({ phoneNumber }) => phoneNumber);
  const unlinked = team.threads.filter(({ contact, phone }) => !contact && gained.includes(phone));

  Object.assign(target, mergeFields(source, target, { ...(body.fields as Fields | undefined) }, body.strategy));
  target.updatedAt = later(target.updatedAt);
  const has = new Set(target.phones.map(({ phoneNumber }) => phoneNumber));
  for (const phone of source.phones) {
    if (has.has(phone.phoneNumber)) continue;
    target.phones.push({ ...phone, isPrimary: false, updatedAt: noEarlier(phone.updatedAt) });
  }
  target.phones.sort((a, b) => a.serial - b.serial);
  for (const phone of target.phones) phone.updatedAt = noEarlier(phone.updatedAt);
  team.contacts.splice(team.contacts.indexOf(source), 1);
  for (const thread of linked) thread.contact = target;
  linkThreads(team, target, gained);
  const moved = team.threads.filter((thread, at) => shownBefore[at] !== target && shownIn(team, thread) === target);
  return {
    merge: {
      ...{ id: new Generated(), source, target, keptSource, before, after: keptOf(target), linked, isUndone: false },
      unlinked: unlinked.filter(({ contact }) => contact === target),
    },
    moved: moved.length,
  };
}

export function mergeContacts(team: Team, request: ApiRequest): Expected {
  const pair = findPair(team, request);
  if ("refused" in pair) return pair.refused;
  const { source, target } = pair;
  const done = merge(team, source, target, request.body!);
  team.merges.push(done.merge);
  return {
    body: {
      success: true,
      contact: present(target),
      mergedFrom: source.id,
      movedThreads: done.moved,
      mergeId: done.merge.id,
    },
  };
}

/** Merges, and takes the merge back. */
export function previewMerge(team: Team, request: ApiRequest): Expected {
  const pair = findPair(team, request);
  if ("refused" in pair) return pair.refused;
  const { source, target } = pair;
  const [contacts, links] = [[...team.contacts], team.threads.map(({ contact }) => contact)];
  const { merge: done, moved } = merge(team, source, target, request.body!);
  const contact = present(target);
  team.contacts = contacts;
  for (const [at, thread] of team.threads.entries()) thread.contact = links[at];
  Object.assign(target, done.before);

  const numbersOf = ({ phones }: Pick<Contact, "phones">) => phones.map(({ phoneNumber }) => phoneNumber);
  const [own, others] = [numbersOf(target), numbersOf(source)];
  return {
    body: {
      contact,
      fields: Object.fromEntries(
        mergedFields.map((name) => [name, decisionOf(source[name], target[name], done.after[name])]),
      ),
      phones: numbersOf(done.after).map((phoneNumber) => ({
        phoneNumber,
        of: !own.includes(phoneNumber) ? "source" : others.includes(phoneNumber) ? "both" : "target",
        consent: team.optedOut.has(phoneNumber) ? "opted_out" : new ExpectedStatus(["unknown", "opted_in"]),
      })),
      movedThreads: moved,
      fingerprint: new AnyText(),
    },
  };
}

const isEqual = (one: unknown, another: unknown) => compareValues(one, another) === undefined;

/** The decision about a field: the contact whose value it gets, and the reason. */
function decisionOf(source: unknown, target: unknown, result: unknown): Fields {
  const both = { source, target };
  if (isEqual(source, target)) return { ...both, chosen: "target", because: "equal" };
  const isTarget = isEqual(result, target);
  if (!isTarget && !isEqual(result, source)) return { ...both, chosen: "both", because: "strategy" };
  const isOtherBlank = isBlank(isTarget ? source : target);
  return {
    ...both,
    chosen: isTarget ? "target" : "source",
    because: isOtherBlank ? "other_is_blank" : "strategy",
  };
}

const conflict = refuse("409 merge_undo_conflict");

export function undoMerge(team: Team, { path, body = {} }: ApiRequest): Expected {
  const merge = byId(team.merges, path.id);
  if (!merge) return refuse("404 merge_not_found");
  if (merge.isUndone) return refuse("409 merge_already_undone");
  const { source, target, keptSource, before, after } = merge;
  if (!team.contacts.includes(target) || byId(team.contacts, source.id.value)) return conflict;
  const isTaken = ({ id }: Phone) => team.contacts.some((each) => each !== target && byId(each.phones, id.value));
  if (keptSource.phones.some(isTaken)) return conflict;

  const kept: string[] = mergedFields.filter(
    (name) => !isEqual(target[name], after[name]) && !isEqual(target[name], before[name]),
  );
  const brought = after.phones.filter(({ id }) => !byId(before.phones, id.value));
  const phones = target.phones.filter(({ id }) => !byId(brought, id.value));
  if (phones.length === 0) return conflict;
  if (!isEqual(target.phones.map(said), after.phones.map(said))) kept.push("phones");
  if (kept.length > 0 && body.keepLater !== true) return conflict;

  const shown = [merge.linked, merge.unlinked].map((threads) => threads.filter(({ contact }) => contact === target));
  restore(team, source, keptSource);
  for (const { phoneNumber } of target.phones.filter((phone) => !phones.includes(phone)))
    unlinkThreads(team, target, phoneNumber);
  // The target still counts as a contact with the phones that leave it.
  linkThreads(
    team,
    source,
    source.phones.map(({ phoneNumber }) => phoneNumber),
  );
  const [linked, unlinked] = shown as [Thread[], Thread[]];
  for (const thread of linked) thread.contact = source;
  for (const thread of unlinked) thread.contact = undefined;

  for (const name of mergedFields) if (!kept.includes(name)) Object.assign(target, { [name]: before[name] });
  target.updatedAt = later(target.updatedAt);
  target.phones = phones;
  if (!phones.some(({ isPrimary }) => isPrimary)) {
    const former = before.phones.find(({ isPrimary }) => isPrimary)!;
    const primary = byId(phones, former.id.value) ?? phones[0]!;
    Object.assign(primary, { isPrimary: true, updatedAt: noEarlier(primary.updatedAt) });
  }
  merge.isUndone = true;
  return { body: { success: true, source: present(source), target: present(target), kept } };
}

const said = ({ id, phoneNumber, label, isPrimary }: Phone) => [id.value, phoneNumber, label, isPrimary];

/** Puts a contact back to its place among the others. */
function restore(team: Team, contact: Contact, { updatedAt, phones, ...values }: KeptContact): void {
  Object.assign(contact, values, { updatedAt: later(updatedAt), phones: phones.map((phone) => ({ ...phone })) });
  const after = team.contacts.findIndex(({ createdAt }) => createdAt.value! > contact.createdAt.value!);
  team.contacts.splice(after === -1 ? team.contacts.length : after, 0, contact);
}

/**
 * Forgets the merges into a contact that is deleted, and those into the contacts that went into it. Of each, those that were
 * undone go, too.
 */
export function forgetMergesOf(team: Team, { id }: Contact): void {
  const isInto = ({ target }: Merge) => target.id.value === id.value;
  const isUndoneOf = ({ source, isUndone }: Merge) => isUndone && source.id.value === id.value;
  const gone = team.merges.filter((merge) => isInto(merge) || isUndoneOf(merge));
  team.merges = team.merges.filter((merge) => !gone.includes(merge));
  for (const { source, isUndone } of gone) if (!isUndone) forgetMergesOf(team, source);
}
