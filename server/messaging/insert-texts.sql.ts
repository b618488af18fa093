/**
 * Inserts a batch of outbound texts, with their claims and threads, in one statement.
 *
 * Promises: each text is stored, or refused by a rule, or left out if its key is taken. No text is stored after an
 * opt-out of its recipient has committed.
 * Costs: two statements per batch, sent together with the commit. If a key of the batch has a budget, the commit follows.
 * The phones have shared locks until the commit.
 * Preconditions: no two texts have the same Idempotency-Key. Other writes claim their key before they lock a phone.
 * The whole statement is in test/golden/statements/insert-texts.sql.
 */
import { type RawBuilder, sql } from "kysely";
import { defaultNumbers } from "../business-numbers/find-default-numbers.ts";
import { contactsOfNewThreads } from "../contacts/shown-contacts.ts";
import { compileOnce } from "../db/compile-once.ts";
import { lockPhones } from "../db/locks.ts";
import type { EntityManager } from "../db/orm.ts";
import { newId } from "../db/schema/ids.ts";
import { type Claim, claimFrom, type KeptAnswer, releaseClaims, rethrowClaimError } from "../operations/once/claims.ts";
import { type Budgeted, budgetColumns, budgetedOf, countedTexts } from "../sending/budgets.ts";
import { type Direction, type NewMessage, onKnownThread } from "./new-messages.ts";
import type { RoutedText, TextRow } from "./routed-texts.ts";

/**
 * Inserts the texts that are permitted, claims their Idempotency-Keys, commits, and returns a row for each text by its
 * id. A text whose route has no number goes out from the number of the newest thread with the phone. Without such a
 * thread, or if its number is not active, the team's default number sends it. The transaction stays open if there are no
 * texts.
 *
 * A statement before this one locks the phones, because a statement sees only what had committed when it began. Other
 * writes claim their key before they lock a phone, so a text can deadlock only with a write that has the same key. The
 * lock timeout ends that, and the text is retried.
 *
 * @throws idempotency_in_progress when a transaction that claims the same key takes longer than the lock timeout
 */
export async function insertTexts(tx: EntityManager, texts: RoutedText[]): Promise<Map<string, TextRow>> {
  if (texts.length === 0) return new Map();
  const phones = texts.map(({ text: { teamId }, route: { to } }) => ({ teamId, phone: to }));
  const given: Given = {
    messages: texts.map(({ text, route: { from, to }, delivery }) => ({
      ...text,
      ...delivery,
      businessNumberId: from?.id,
      contactPhone: to,
    })),
    claims: texts.flatMap(({ text: { id, claim }, answer }) => (claim ? { id, ...claim, answer } : [])),
    budgeted: budgetedOf(texts.map(({ text }) => text)),
  };
  await lockPhones(tx, phones, "shared");
  const rows = await insertion(given)(tx, given).catch(rethrowClaimError);
  const stored = new Map(rows.map((row) => [row.id, row]));
  if (given.budgeted.length > 0) {
    const unfunded = given.claims.filter(({ id }) => stored.get(id)?.is_over_budget);
    await releaseClaims(
      tx,
      unfunded.map(({ id, ...claim }) => ({ claim, resourceId: id })),
    );
  }
  return stored;
}

/** What a batch inserts. */
interface Given {
  messages: MessageRow[];
  claims: (Claim & { id: string; answer: KeptAnswer | undefined })[];
  budgeted: Budgeted[];
}

/** The statement for a batch: one of four, because most batches have no keys, and hardly any has budgets. */
const insertion = ({ claims, budgeted }: Given) =>
  insertions[claims.length > 0 ? "keys" : "noKeys"][budgeted.length > 0 ? "budgets" : "noBudgets"];

const insertionWith = (hasKeys: boolean, hasBudgets: boolean) =>
  compileOnce<Given, TextRow>(hasBudgets ? "prepared" : "committing", ({ rows }) => {
    const claimable = hasKeys ? claimedTexts : sql`select * from permitted`;
    return sql`
    with new_text as (
      select * from ${rows("a", "messages", messageColumns.outbound, "ord")}
    ), newest as (
      ${newestThreads}
    ), routed as (
      ${routedTexts}
    ), opted_out as (
      ${optedOutTexts}
    ), permitted as (
      ${permittedTexts}
    ), ${hasKeys ? claimedKeys(rows("a", "claims", keyColumns)) : sql``}${
      hasBudgets
        ? sql`countable as (${claimable}), ${countedTexts(rows("a", "budgeted", budgetColumns))},
          storable as (${fundedTexts})`
        : sql`storable as (${claimable})`
    }, ${storedMessages("outbound")}
    select r.id, r.phone_number, s.thread_id, s.created_at,
      s.id is null ${hasKeys || hasBudgets ? sql`and r.id in (select id from opted_out)` : sql``} as is_opted_out
      ${hasBudgets ? sql`, s.id is null and r.id in (select id from asking) as is_over_budget` : sql``}
    from routed r left join stored s using (id)
  `;
  });

const insertionsWith = (hasKeys: boolean) => ({
  budgets: insertionWith(hasKeys, true),
  noBudgets: insertionWith(hasKeys, false),
});

const insertions = { keys: insertionsWith(true), noKeys: insertionsWith(false) };

/**
 * `newest`: the number of the newest thread with each phone, for texts without a number. The inner `order by` matches the
 * index by phone, so the planner chooses that index. The `limit 1` makes it look numbers up by their key.
 */
const newestThreads = sql`
  select distinct on (a.id) a.id, n.id as number_id, n.phone_number, n.is_active
  from new_text a
  cross join lateral (
    select t.team_id, t.id, t.business_number_id, t.last_message_at from thread t
    where t.team_id = a.team_id and t.contact_phone = a.contact_phone
    order by t.business_number_id
  ) t
  cross join lateral (
    select n.id, n.phone_number, n.status = 'active' as is_active from business_number n
    where n.team_id = t.team_id and n.id = t.business_number_id limit 1
  ) n
  where a.number_id is null
  order by a.id, t.last_message_at desc, t.id desc`;

/** `routed`: the sending number of each text, null if there is none. */
const routedTexts = sql`
  select a.id, coalesce(a.number_id, n.number_id, d.id) as business_number_id,
    coalesce(n.phone_number, d.phone_number) as phone_number, n.id is not null as has_thread
  from new_text a
  left join newest n on n.id = a.id and n.is_active
  left join (${defaultNumbers(sql`new_text where number_id is null`)}) d on d.team_id = a.team_id`;

/**
 * `opted_out`: the texts whose recipient has opted out. The offset keeps the planner from turning this into a join. It
 * would expect that no text remains after the join, and then join the remaining texts row by row.
 */
const optedOutTexts = sql`
  select a.id from new_text a
  where exists (select from opt_out o where o.team_id = a.team_id and o.phone_number = a.contact_phone offset 0)`;

/** `permitted`: the texts with a number, to recipients that have not opted out. */
const permittedTexts = sql`
  select a.*, r.business_number_id, r.has_thread
  from new_text a join routed r using (id) left join opted_out s using (id)
  where r.business_number_id is not null and s.id is null`;

/** Claims the keys of the permitted texts. */
const claimedKeys = (claims: RawBuilder<unknown>) => sql`
  with_key as (
    select * from ${claims}
  ), claimed as (
    ${claimFrom(sql`
      select a.team_id, k.api_key_id, a.test_mode, k.key, k.fingerprint, a.id, a.now, k.answer_status, k.answer_body
      from permitted a join with_key k using (id)
    `)}
    returning resource_id
  ), `;

const keyColumns = {
  id: "uuid",
  apiKeyId: "uuid",
  key: "text",
  fingerprint: "bytea",
  answerStatus: ["smallint", ({ answer }: Given["claims"][number]) => answer?.status],
  answerBody: ["text", ({ answer }: Given["claims"][number]) => answer?.body],
} as const;

/** The permitted texts without a key, and those whose key was free. */
const claimedTexts = sql`
    select * from permitted
    where id not in (select id from with_key) or id in (select resource_id from claimed)
  `;

/** The countable texts without a budget, and those that the budget of their key covers. */
const fundedTexts = sql`
    select * from countable
    where id not in (select id from with_budget) or id in (select id from funded)
  `;

/** A message. The statement may still have to find its business number. */
type MessageRow = Omit<NewMessage, "businessNumberId"> & { businessNumberId: string | undefined };

/**
 * The columns of messages. Three of them need an explanation:
 *
 * - `number_id`: the business number, or null if it is not known yet;
 * - `new_thread_id`: the thread's id if the thread is created;
 * - `ord`: the position in the batch.
 *
 * Texts that are sent have no column `media`, which saves 5 % of PostgreSQL's time for a batch.
 */
const sharedColumns = {
  teamId: "uuid",
  id: "uuid",
  newThreadId: ["uuid", () => newId()],
  numberId: ["uuid", ({ businessNumberId }: MessageRow) => businessNumberId],
  contactPhone: "text",
  body: "text",
  status: "text",
  testMode: "boolean",
  providerId: "text",
  errorCode: "text",
  simulatedOutcome: "text",
  replyWebhookUrl: "text",
  webhookData: "text",
  segments: "int",
  encoding: "text",
  now: "timestamptz",
} as const;

/** The columns of messages by their direction. */
export const messageColumns = {
  outbound: { ...sharedColumns, apiKeyId: "uuid" },
  inbound: { ...sharedColumns, media: ["jsonb", ({ media }: MessageRow) => media && JSON.stringify(media)] },
} as const;

/**
 * SQL that stores the messages of the relation `storable`. That relation has the columns of messages,
 * `business_number_id`, and `has_thread`, which is true if the thread is known to exist. The relation `stored` has the
 * messages' positions.
 *
 * A new thread belongs to the contact with its phone, if exactly one contact has that phone. It has copies of the oldest
 * contact's name and tags. An earlier statement must lock the phones. Otherwise a contact that changes at the same time
 * could miss the thread.
 *
 * The threads stay locked until the transaction ends, so `createdAt` is unique within a thread and grows in commit
 * order. It is the clock, or a microsecond after the thread's newest message if that is later. A reader that continues
 * after the last `createdAt` that it saw therefore misses no message.
 */
export const storedMessages = (direction: Direction): RawBuilder<unknown> => sql`
  ordered as (
    select *, row_number() over per_thread - 1 as newer_count, count(*) over per_thread as message_count,
      max(now) over per_thread as clock
    from storable
    window per_thread as (
      partition by team_id, contact_phone, business_number_id order by ord desc
      rows between unbounded preceding and unbounded following
    )
  ), shown_contact as (
    ${contactsOfNewThreads(sql`select distinct team_id, contact_phone from ordered where not has_thread`)}
  ), opened as (
    insert into thread as t (team_id, id, business_number_id, contact_phone, contact_id, contact_name, contact_tags,
      message_count, last_direction, last_body, last_message_at, created_at)
    select team_id, new_thread_id, business_number_id, contact_phone, contact_id, contact_name, contact_tags,
      message_count, ${sql.lit(direction)}, body, clock + (message_count - 1) * interval '1 microsecond', now
    from (
      select distinct on (team_id, contact_phone, business_number_id) team_id, contact_phone, business_number_id,
        new_thread_id, message_count, body, clock, now
      from ordered order by team_id, contact_phone, business_number_id, ord desc
    ) as last
    left join shown_contact using (team_id, contact_phone)
    order by team_id, contact_phone, business_number_id
    ${onKnownThread}
    returning team_id, contact_phone, business_number_id, id, last_message_at
  ), stored as (
    insert into message (team_id, id, thread_id, api_key_id, direction, body, status, test_mode, provider_id, error_code,
      simulated_outcome, reply_webhook_url, webhook_data, segments, encoding, media, created_at, updated_at)
    select q.team_id, q.id, o.id, ${direction === "outbound" ? sql`q.api_key_id` : sql`null`}, ${sql.lit(direction)},
      q.body, q.status, q.test_mode, q.provider_id, q.error_code,
      q.simulated_outcome, q.reply_webhook_url, q.webhook_data, q.segments, q.encoding,
      ${direction === "inbound" ? sql`coalesce(q.media, '[]')` : sql`'[]'`}, message_time, message_time
    from ordered q join opened o using (team_id, contact_phone, business_number_id),
      lateral (select o.last_message_at - q.newer_count * interval '1 microsecond' as message_time) as m
    returning id, thread_id, created_at
  )`;
