import { sql } from "kysely";
import { defaultNumbers } from "../business-numbers/find-default-numbers.ts";
import { type EntityManager, prepared } from "../db/orm.ts";
import { lockPhones } from "../db/phone-lock.ts";
import { allOf } from "../db/transaction.ts";
import { ApiError } from "../errors.ts";
import { type Claim, claimFrom, inProgress, type KeptAnswer } from "../idempotency/claims.ts";
import type { E164 } from "../phone.ts";
import type { Delivery } from "../sending/settle-once.ts";
import { type PositionRow, positionOf, rowsOf, storedMessages } from "../threads/add-messages.ts";
import type { Route } from "./find-routes.ts";
import type { NewText, StoredText } from "./texts.ts";

/** A text with its route, and with what is known of its delivery before it is handed over. */
export interface RoutedText {
  text: NewText;
  route: Route;
  delivery: Delivery;
  /** The answer to keep for its Idempotency-Key, if it is known. */
  answer: KeptAnswer | undefined;
}

/**
 * The number that the database found for a text if it had none, whether its recipient wants none, and the place of its
 * message if it is stored.
 */
type TextRow = { id: string; phone_number: E164 | null; is_opted_out: boolean } & (
  | PositionRow
  | { thread_id: null; created_at: null }
);

/**
 * Stores the texts that may go, if their Idempotency-Keys are free, and claims these: what is stored of each, or why it
 * is not; undefined if its key is taken. No two of them have the same key. Where a route names no number, the text goes
 * out from that of the newest thread with the phone, while it is active, else from the team's default number.
 *
 * All of it is one statement, so that a batch waits for the database once. The phones are held by a statement before,
 * because one sees what had committed when it began: a text that is stored once an opt-out has committed has seen it.
 * Other writes claim their key before they hold a phone. One of them and a text can wait for each other only if both
 * have the same key, which is a mismatch of one of them anyway. The text then gives up its locks and is retried.
 *
 * Each error is sending_number_not_resolved or recipient_opted_out.
 */
export async function storeTexts(
  tx: EntityManager,
  texts: RoutedText[],
): Promise<(StoredText | ApiError | undefined)[]> {
  if (texts.length === 0) return [];
  const rows = await store(tx, texts);
  const found = new Map(rows.map((row) => [row.id, row]));
  return texts.map(({ text: { id, teamId, body, segments, encoding, testMode }, route, delivery: { status } }) => {
    const row = found.get(id)!;
    const from = route.from?.phone_number ?? row.phone_number;
    if (!from) return new ApiError("sending_number_not_resolved");
    if (row.is_opted_out) return new ApiError("recipient_opted_out");
    if (row.thread_id === null) return undefined;
    return { id, teamId, from, to: route.to, body, segments, encoding, testMode, status, ...positionOf(row) };
  });
}

async function store(tx: EntityManager, texts: RoutedText[]): Promise<TextRow[]> {
  const phones = texts.map(({ text: { teamId }, route: { to } }) => ({ teamId, phone: to }));
  const messages = texts.map(({ text, route: { from, to }, delivery }) => ({
    ...text,
    ...delivery,
    businessNumberId: from?.id,
    contactPhone: to,
  }));
  const claims = texts.flatMap(({ text: { id, claim }, answer }) => (claim ? { id, claim, answer } : []));
  const withKeys = claims.length > 0;
  const storing = sql<TextRow>`
    with asked as (
      select * from ${rowsOf("outbound", messages)}
    ), newest as (
      select distinct on (a.id) a.id, n.id as number_id, n.phone_number, n.is_active
      from asked a
      cross join lateral (
        -- The order is that of the index by phone, so that no other index of the team's threads is as good.
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
      from asked a
      left join newest n on n.id = a.id and n.is_active
      left join (${defaultNumbers(sql`asked where number_id is null`)}) d on d.team_id = a.team_id
    ), silent as (
      -- Not a join, because the planner would take it that no text is left, and join the others row by row. The offset
      -- keeps the planner from making a join of it.
      select a.id from asked a
      where exists (
        select from opt_out o where o.team_id = a.team_id and o.phone_number = a.contact_phone offset 0
      )
    ), ${withKeys ? sql`allowed` : sql`going`} as (
      select a.*, r.business_number_id, r.has_thread
      from asked a join routed r using (id) left join silent s using (id)
      where r.business_number_id is not null and s.id is null
    ), ${withKeys ? claiming(claims) : sql``} ${storedMessages("outbound")}
    select r.id, r.phone_number, s.thread_id, s.created_at,
      s.id is null ${withKeys ? sql`and r.id in (select id from silent)` : sql``} as is_opted_out
    from routed r left join stored s using (id)
  `;
  const [, { rows }] = await allOf([lockPhones(tx, phones, "shared"), storing.execute(prepared(tx)).catch(inProgress)]);
  return rows;
}

/** SQL that claims the keys of those that are `allowed`: `going` are all but those whose key is taken. */
const claiming = (claims: { id: string; claim: Claim; answer: KeptAnswer | undefined }[]) => sql`
  keyed as (
    select * from unnest(
      ${claims.map(({ id }) => id)}::uuid[], ${claims.map(({ claim }) => claim.apiKeyId)}::uuid[],
      ${claims.map(({ claim }) => claim.key)}::text[], ${claims.map(({ claim }) => claim.fingerprint)}::bytea[],
      ${claims.map(({ answer }) => answer?.status)}::smallint[], ${claims.map(({ answer }) => answer?.body)}::text[]
    ) as a (id, api_key_id, key, fingerprint, answer_status, answer_body)
  ), claimed as (
    ${claimFrom(sql`
      select a.team_id, k.api_key_id, a.test_mode, k.key, k.fingerprint, a.id, a.now, k.answer_status, k.answer_body
      from allowed a join keyed k using (id)
    `)}
    returning resource_id
  ), going as (
    select * from allowed
    where id not in (select id from keyed) or id in (select resource_id from claimed)
  ),`;
