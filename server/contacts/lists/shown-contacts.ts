/**
 * Keeps the copies that threads have of the contacts that they show. A thread shows its linked contact, or else the oldest
 * contact with its phone. Its row has that contact's name and tags, so that a page of threads reads no contacts.
 *
 * Promises: a page always shows the current contacts. A transaction that changes what a thread shows also changes its row.
 * It locks the thread's phone exclusively first. A transaction that makes a thread has a shared lock.
 * Costs: one statement for 50 phones that contacts gain, lose or show differently, which writes only rows that change.
 */
import { type RawBuilder, sql } from "kysely";
import { type EntityManager, withoutResult } from "../../db/orm.ts";
import { ifSmall } from "../../db/sql/large-rows.ts";
import { lockPhones, type TeamPhone } from "../../db/sql/locks.ts";
import { rows } from "../../db/sql/rows.ts";
import type { FullContact } from "../contact.ts";
import type { OpenContact } from "../writes/open-contact.ts";

/** The maximum size of a copy of tags. A thread whose contact has larger tags has no copy, so its page reads the contact. */
const maxTagsBytes = 1_500;

/** SQL for the columns that a thread copies from the contact `c`. */
const copies = sql`c.name, ${ifSmall<string[]>("c.tags", maxTagsBytes)} as tags`;

/** The most phones of one statement, so that its work is bounded, whatever the number of a contact's threads. */
const phonesPerStatement = 50;

/** Copies the contacts that the threads of phones show now, after the contacts and their phones have been stored. */
export async function refreshThreads(tx: EntityManager, phones: TeamPhone[]): Promise<void> {
  const distinct = [...new Map(phones.map((each) => [`${each.teamId} ${each.phone}`, each])).values()];
  for (let first = 0; first < distinct.length; first += phonesPerStatement) {
    await refreshSome(tx, distinct.slice(first, first + phonesPerStatement));
  }
}

async function refreshSome(tx: EntityManager, phones: TeamPhone[]): Promise<void> {
  await sql`
    with shown as materialized (
      select a.team_id, t.id, c.name, c.tags
      from ${rows("a", phones, { teamId: "uuid", phone: "text" })}
      cross join lateral (
        -- Ordered as the index of phones, so that PostgreSQL uses no other index, even with a plan for an empty table.
        select id, contact_id, contact_name, contact_tags from thread
        where team_id = a.team_id and contact_phone = a.phone order by business_number_id
      ) t
      left join lateral (
        select ${copies} from contact c
        where c.team_id = a.team_id and c.id = coalesce(t.contact_id, (
          select p.contact_id from contact_phone p where p.team_id = a.team_id and p.phone_number = a.phone
          order by p.contact_created_at, p.contact_id limit 1
        )) limit 1
      ) c on true
      where t.contact_name is distinct from c.name or t.contact_tags is distinct from c.tags
    )
    update thread t set contact_name = s.name, contact_tags = s.tags
    from shown s where t.team_id = s.team_id and t.id = s.id
  `.execute(withoutResult(tx));
}

/**
 * SQL for the contacts that new threads show, by the `team_id` and `contact_phone` of the rows of a query. The columns
 * `contact_name` and `contact_tags` are those of the oldest contact. `contact_id` is null if several have the phone.
 */
export const contactsOfNewThreads = (phones: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select a.team_id, a.contact_phone, h.only_id as contact_id, c.name as contact_name, c.tags as contact_tags
  from (${phones}) a
  cross join lateral (
    select (array_agg(p.contact_id order by p.contact_created_at, p.contact_id))[1] as oldest_id,
      case count(*) when 1 then (array_agg(p.contact_id))[1] end as only_id
    from (
      select contact_id, contact_created_at from contact_phone
      where team_id = a.team_id and phone_number = a.contact_phone
      order by contact_created_at, contact_id limit 2
    ) p
  ) h
  cross join lateral (
    select ${copies} from contact c where c.team_id = a.team_id and c.id = h.oldest_id limit 1
  ) c`;

/**
 * Locks the phones whose threads may show something else after changes of contacts, and returns them, also all phones
 * that contacts gain or lose.
 */
export async function lockShown(tx: EntityManager, contacts: OpenContact[]): Promise<TeamPhone[]> {
  const shown = contacts.flatMap((each) =>
    phonesToRefresh(each).map((phone) => ({ teamId: each.contact.teamId, phone })),
  );
  await lockPhones(tx, shown, "exclusive");
  return shown;
}

/** All phones of a contact if its name or tags changed, otherwise the phones that it gains or loses. */
function phonesToRefresh({ contact, phones, was }: OpenContact): string[] {
  const before = numbersOf(was);
  const after = numbersOf({ phones });
  const isShownAsBefore = was !== null && was.contact.name === contact.name && isSame(was.contact.tags, contact.tags);
  return [...(isShownAsBefore ? before.symmetricDifference(after) : before.union(after))];
}

const numbersOf = (full: Pick<FullContact, "phones"> | null) =>
  new Set(full?.phones.map(({ phoneNumber }) => phoneNumber));

const isSame = (a: string[], b: string[]) => a === b || (a.length === b.length && a.every((tag, at) => tag === b[at]));
