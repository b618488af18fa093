/**
 * Inserts a batch of outbound texts, with their claims and threads, in one statement.
 *
 * Promises: each text is stored, or refused by a rule, or left out if its key is taken. No text is stored after an
 * opt-out of its recipient has committed.
 * Costs: two statements per batch, sent together. The phones stay locked (shared) until the transaction ends.
 * Preconditions: no two texts have the same Idempotency-Key. Other writes claim their key before they lock a phone.
 */
import { sql } from "kysely";
import { defaultNumbers } from "../business-numbers/find-default-numbers.ts";
import { type EntityManager, prepared } from "../db/orm.ts";
import { lockPhones } from "../db/phone-lock.ts";
import { allOf } from "../db/transaction.ts";
import { ApiError } from "../errors.ts";
import { type Claim, claimFrom, type KeptAnswer, rethrowClaimError } from "../idempotency/claims.ts";
import type { E164 } from "../phone.ts";
import type { Delivery } from "../sending/settle-once.ts";
import { type PositionRow, positionOf, rowsOf, storedMessages } from "../threads/add-messages.ts";
import type { Route } from "./find-routes.ts";
import type { NewText, StoredText } from "./texts.ts";

/** A text with its route, and with the delivery that is known before the provider is called. */
export interface RoutedText {
  text: NewText;
  route: Route;
  delivery: Delivery;
  /** The answer to keep for its Idempotency-Key; undefined if it is not known yet. */
  answer: KeptAnswer | undefined;
}

/**
 * The result for one text: the sending number that was found, whether the recipient has opted out, and the position of
 * its message. A text that is not stored has no position.
 */
type TextRow = { id: string; phone_number: E164 | null; is_opted_out: boolean } & (
  | PositionRow
  | { thread_id: null; created_at: null }
);

/**
 * Stores the texts that are permitted, and claims their Idempotency-Keys. The result of a text is what is stored, the
 * error that refuses it, or undefined if its key is taken. A text whose route has no number goes out from the number of
 * the newest thread with the phone. If that number is not active, the team's default number sends it.
 *
 * A statement before this one locks the phones, because a statement sees only what had committed when it began. Other
 * writes claim their key before they lock a phone, so a text can deadlock only with a write that has the same key. The
 * lock timeout ends that, and the text is retried.
 *
 * Each error is sending_number_not_resolved or recipient_opted_out.
 */
export async function storeTexts(
  tx: EntityManager,
  texts: RoutedText[],
): Promise<(StoredText | ApiError | undefined)[]> {
  if (texts.length === 0) return [];
  const rows = await insertTexts(tx, texts);
  const rowById = new Map(rows.map((row) => [row.id, row]));
  return texts.map(({ text: { id, teamId, body, segments, encoding, testMode }, route, delivery: { status } }) => {
    const row = rowById.get(id)!;
    const from = route.from?.phone_number ?? row.phone_number;
    if (!from) return new ApiError("sending_number_not_resolved");
    if (row.is_opted_out) return new ApiError("recipient_opted_out");
    if (row.thread_id === null) return undefined;
    return { id, teamId, from, to: route.to, body, segments, encoding, testMode, status, ...positionOf(row) };
  });
}

async function insertTexts(tx: EntityManager, texts: RoutedText[]): Promise<TextRow[]> {
  const phones = texts.map(({ text: { teamId }, route: { to } }) => ({ teamId, phone: to }));
  const messages = texts.map(({ text, route: { from, to }, delivery }) => ({
    ...text,
    ...delivery,
    businessNumberId: from?.id,
    contactPhone: to,
  }));
  const claims = texts.flatMap(({ text: { id, claim }, answer }) => (claim ? { id, claim, answer } : []));
  const hasKeys = claims.length > 0;
  const inserted = sql<TextRow>`
    with new_text as (
      select * from ${rowsOf("outbound", messages)}
    ), newest as (
      select distinct on (a.id) a.id, n.id as number_id, n.phone_number, n.is_active
      from new_text a
      cross join lateral (
        -- The order is that of the index by phone, so the planner prefers it to the other indexes of the team's threads.
        select t.team_id, t.id, t.business_number_id, t.last_message_at from thread t
        where t.team_id = a.team_id and t.contact_phone = a.contact_phone
        order by t.business_number_id
      ) t
      cross join lateral (
        select n.id, n.phone_number, n.status = 'active' as is_active from business_number n
        where n.team_id = t.team_id and n.id = t.business_number_id limit 1
      ) n
      where a.number_id is null
      order by a.id, t.last_message_at desc, t.id desc
    ), routed as (
      select a.id, coalesce(a.number_id, n.number_id, d.id) as business_number_id,
        coalesce(n.phone_number, d.phone_number) as phone_number, n.id is not null as has_thread
      from new_text a
      left join newest n on n.id = a.id and n.is_active
      left join (${defaultNumbers(sql`new_text where number_id is null`)}) d on d.team_id = a.team_id
    ), opted_out as (
      -- The offset keeps the planner from turning this into a join. It would expect that no text remains after the
      -- join, and then join the remaining texts row by row.
      select a.id from new_text a
      where exists (
        select from opt_out o where o.team_id = a.team_id and o.phone_number = a.contact_phone offset 0
      )
    ), ${hasKeys ? sql`permitted` : sql`storable`} as (
      select a.*, r.business_number_id, r.has_thread
      from new_text a join routed r using (id) left join opted_out s using (id)
      where r.business_number_id is not null and s.id is null
    ), ${hasKeys ? claimSql(claims) : sql``} ${storedMessages("outbound")}
    select r.id, r.phone_number, s.thread_id, s.created_at,
      s.id is null ${hasKeys ? sql`and r.id in (select id from opted_out)` : sql``} as is_opted_out
    from routed r left join stored s using (id)
  `;
  const [, { rows }] = await allOf([
    lockPhones(tx, phones, "shared"),
    inserted.execute(prepared(tx)).catch(rethrowClaimError),
  ]);
  return rows;
}

/** SQL that claims the keys of the texts in `permitted`. `storable` has all of these except those whose key is taken. */
const claimSql = (claims: { id: string; claim: Claim; answer: KeptAnswer | undefined }[]) => sql`
  with_key as (
    select * from unnest(
      ${claims.map(({ id }) => id)}::uuid[], ${claims.map(({ claim }) => claim.apiKeyId)}::uuid[],
      ${claims.map(({ claim }) => claim.key)}::text[], ${claims.map(({ claim }) => claim.fingerprint)}::bytea[],
      ${claims.map(({ answer }) => answer?.status)}::smallint[], ${claims.map(({ answer }) => answer?.body)}::text[]
    ) as a (id, api_key_id, key, fingerprint, answer_status, answer_body)
  ), claimed as (
    ${claimFrom(sql`
      select a.team_id, k.api_key_id, a.test_mode, k.key, k.fingerprint, a.id, a.now, k.answer_status, k.answer_body
      from permitted a join with_key k using (id)
    `)}
    returning resource_id
  ), storable as (
    select * from permitted
    where id not in (select id from with_key) or id in (select resource_id from claimed)
  ),`;
