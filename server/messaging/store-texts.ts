import { sql } from "kysely";
import { defaultNumbers } from "../business-numbers/find-default-numbers.ts";
import { type EntityManager, prepared } from "../db/orm.ts";
import { lockPhones } from "../db/phone-lock.ts";
import { allOf } from "../db/transaction.ts";
import { ApiError } from "../errors.ts";
import { type Claiming, heldClaims, release } from "../idempotency/claims.ts";
import type { E164 } from "../phone.ts";
import type { Delivery } from "../sending/settle-once.ts";
import { type PlaceRow, placeOf, rowsOf, storedMessages } from "../threads/add-messages.ts";
import type { Route } from "./find-routes.ts";
import type { NewText, StoredText } from "./texts.ts";

/** A text with its route, and with what is known of its delivery before it is handed over. */
export interface RoutedText {
  text: NewText;
  route: Route;
  delivery: Delivery;
}

/** The claim of a text's key, for its message, and whether it stays when the text is stored. */
export interface TextClaim extends Claiming {
  resourceId: string;
  isKept: boolean;
}

/** The number that the database found for a text if it had none, and the place of its message if it may go. */
type TextRow = { id: string; phone_number: E164 | null } & (PlaceRow | { thread_id: null; created_at: null });

/**
 * Stores the texts that may go: what is stored of each, or why it is not; undefined if its Idempotency-Key is taken.
 * Where a route names no number, the text goes out from that of the newest thread with the phone, while it is active,
 * else from the team's default number. Keys that are claimed by then are given back for what is not stored, and where
 * the claim says so.
 *
 * All of it is one statement, so that a batch waits for the database once. The phones are held by a statement before,
 * because one sees what had committed when it began: a text that is stored once an opt-out has committed has seen it.
 *
 * Each error is sending_number_not_resolved or recipient_opted_out.
 */
export async function storeTexts(
  tx: EntityManager,
  texts: RoutedText[],
  claims: TextClaim[],
): Promise<(StoredText | ApiError | undefined)[]> {
  if (texts.length + claims.length === 0) return [];
  const rows = await store(tx, texts, claims);
  const found = new Map(rows.map((row) => [row.id, row]));
  return texts.map(({ text: { id, teamId, body, testMode }, route, delivery: { status } }) => {
    const row = found.get(id);
    if (!row) return undefined;
    const from = route.from?.phone_number ?? row.phone_number;
    if (!from) return new ApiError("sending_number_not_resolved");
    if (row.thread_id === null) return new ApiError("recipient_opted_out");
    return { id, teamId, from, to: route.to, body, testMode, status, ...placeOf(row) };
  });
}

async function store(tx: EntityManager, texts: RoutedText[], claims: TextClaim[]): Promise<TextRow[]> {
  const phones = texts.map(({ text: { teamId }, route: { to } }) => ({ teamId, phone: to }));
  const messages = texts.map(({ text, route: { from, to }, delivery }) => ({
    ...{ teamId: text.teamId, id: text.id, body: text.body, testMode: text.testMode, now: text.now },
    ...{ replyWebhookUrl: text.replyWebhookUrl, webhookData: text.webhookData, ...delivery },
    ...{ businessNumberId: from?.id, contactPhone: to },
  }));
  const withClaims = claims.length > 0;
  const storing = sql<TextRow>`
    with ${withClaims ? sql`held as (${heldClaims(claims)}),` : sql``} asked as (
      select * from ${rowsOf(messages)} ${withClaims ? whereHeld(claims) : sql``}
    ), newest as (
      select distinct on (a.id) a.id, n.id as number_id, n.phone_number, n.status = 'active' as is_active
      from asked a
      join thread t on t.team_id = a.team_id and t.contact_phone = a.contact_phone
      join business_number n on n.team_id = t.team_id and n.id = t.business_number_id
      where a.number_id is null
      order by a.id, t.last_message_at desc, t.id desc
    ), routed as (
      select a.id, coalesce(a.number_id, n.number_id, d.id) as business_number_id,
        coalesce(n.phone_number, d.phone_number) as phone_number, n.id is not null as has_thread
      from asked a
      left join newest n on n.id = a.id and n.is_active
      left join (${defaultNumbers(sql`asked where number_id is null`)}) d on d.team_id = a.team_id
    ), silent as (
      select a.id from asked a
      join opt_out o on o.team_id = a.team_id and o.phone_number = a.contact_phone
    ), going as (
      select a.*, r.business_number_id, r.has_thread
      from asked a join routed r using (id) left join silent s using (id)
      where r.business_number_id is not null and s.id is null
    ), ${storedMessages("outbound")} ${withClaims ? releasing : sql``}
    select r.id, r.phone_number, s.thread_id, s.created_at from routed r left join stored s using (id)
  `;
  const [, { rows }] = await allOf([lockPhones(tx, phones, "shared"), storing.execute(prepared(tx))]);
  return rows;
}

/** SQL for the texts without a key, and those that hold theirs. */
const whereHeld = (claims: TextClaim[]) => sql`
  where id <> all (${claims.map(({ resourceId }) => resourceId)}::uuid[]) or id in (select resource_id from held)`;

const releasing = sql`, released as (
  ${release(sql`(
    select h.* from held h left join going g on g.id = h.resource_id where g.id is null or not h.is_kept
  ) as a`)}
)`;
