/**
 * The identities of contacts: ids, external ids and phones. An upsert changes the contact that its identities have in
 * common. Several contacts may have the same external id or phone.
 */
import { sql } from "kysely";
import { type EntityManager, prepared } from "../../db/orm.ts";
import { rows } from "../../db/sql/rows.ts";
import { fail } from "../../errors.ts";
import { type ContactId, type FullContact, keyOf } from "../contact.ts";

/** The kind of value by which a contact was found. */
export type ContactMatch = "id" | "externalId" | "phone";

export interface Identity {
  teamId: string;
  by: ContactMatch;
  value: string;
}

/** The ids of the contacts that have each identity, by `nameOf`. */
export type Holders = Map<string, Set<string>>;

const nameOf = ({ teamId, by, value }: Identity) => `${teamId}\n${by}\n${value}`;

interface GivenIdentities {
  id?: string | undefined;
  externalId?: string | null | undefined;
  phones?: { phoneNumber: string }[] | undefined;
}

/** The identities of a request or of a contact, in the order of their precedence. */
export function identitiesOf(teamId: string, { id, externalId, phones = [] }: GivenIdentities): Identity[] {
  return [
    ...(id === undefined ? [] : [{ teamId, by: "id" as const, value: id.toLowerCase() }]),
    ...(externalId ? [{ teamId, by: "externalId" as const, value: externalId }] : []),
    ...phones.map(({ phoneNumber }) => ({ teamId, by: "phone" as const, value: phoneNumber })),
  ];
}

/**
 * SQL for identities. An id is a column of its own, because a cast in the condition would add to the cost of its index. With
 * a plan for an empty table, PostgreSQL would then prefer any other index of the team.
 */
const identityRows = (identities: Identity[]) =>
  rows("a", identities, {
    teamId: "uuid",
    by: "text",
    value: "text",
    id: ["uuid", ({ by, value }) => (by === "id" ? value : null)],
  });

/** Finds the holders of identities, but at most the `limit` newest holders of each. */
export async function findHolders(em: EntityManager, identities: Identity[], limit: number): Promise<Holders> {
  const holders: Holders = new Map(identities.map((identity) => [nameOf(identity), new Set()]));
  if (identities.length === 0) return holders;
  const distinct = [...new Map(identities.map((identity) => [nameOf(identity), identity])).values()];
  const found = await sql<Omit<Identity, "teamId"> & { team_id: string; id: string }>`
    select a.team_id, a.by, a.value, c.id
    from ${identityRows(distinct)} cross join lateral (
      (
        select id from contact where team_id = a.team_id and id = a.id limit 1
      ) union all (
        select id from contact
        where a.by = 'externalId' and team_id = a.team_id and external_id = a.value
        order by created_at desc, id desc limit ${limit}
      ) union all (
        select contact_id from contact_phone
        where a.by = 'phone' and team_id = a.team_id and phone_number = a.value
        order by contact_created_at desc, contact_id desc limit ${limit}
      )
    ) c
  `.execute(prepared(em));
  for (const { team_id: teamId, by, value, id } of found.rows) holders.get(nameOf({ teamId, by, value }))!.add(id);
  return holders;
}

/** The contacts that are the only holder of one of the identities. */
export function findOnlyHolders(identities: Identity[], holders: Holders): ContactId[] {
  const found = new Map<string, ContactId>();
  for (const identity of identities) {
    const [id, another] = holders.get(nameOf(identity))!;
    const contact = { teamId: identity.teamId, id: id! };
    if (id !== undefined && another === undefined) found.set(keyOf(contact), contact);
  }
  return [...found.values()];
}

/** Updates the holders for a contact that was added or changed. Identities that nobody asked for are left out. */
export function moveHolder(holders: Holders, was: FullContact | null, is: FullContact): void {
  const namesOf = ({ contact, phones }: FullContact) =>
    identitiesOf(contact.teamId, { ...contact, phones }).map(nameOf);
  for (const name of was ? namesOf(was) : []) holders.get(name)?.delete(is.contact.id);
  for (const name of namesOf(is)) holders.get(name)?.add(is.contact.id);
}

/** The contact that identities have in common, and the kind of the first identity that only this contact has. */
export interface Match {
  id: string;
  by: ContactMatch;
}

/**
 * The contact that all identities together identify; undefined if they identify none. An identity that several contacts
 * share identifies a contact only together with an identity that only that contact has.
 *
 * @throws ambiguous_contact_match, contact_identity_conflict
 */
export function resolveMatch(identities: Identity[], holders: Holders): Match | undefined {
  const matches = identities
    .map((identity) => ({ by: identity.by, ids: [...holders.get(nameOf(identity))!] }))
    .filter(({ ids }) => ids.length > 0);
  const uniqueMatches = matches.filter(({ ids }) => ids.length === 1);
  const identified = new Set(uniqueMatches.flatMap(({ ids }) => ids));
  if (matches.some(({ ids }) => ids.every((id) => !identified.has(id)))) fail("ambiguous_contact_match");
  if (identified.size > 1) fail("contact_identity_conflict");
  const [first] = uniqueMatches;
  return first && { id: first.ids[0]!, by: first.by };
}
