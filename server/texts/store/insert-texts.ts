/**
 * Inserts a batch of outbound texts, with their claims and threads, in one statement.
 *
 * Promises: each text is stored, or refused by a rule, or left out if its key is taken. No text is stored after an
 * opt-out of its recipient has committed.
 * Costs: two statements per batch, sent together. The phones have shared locks until the commit.
 * Preconditions: no two texts have the same Idempotency-Key. Other writes claim their key before they lock a phone.
 * The whole statement is in test/golden/statements/insert-texts.sql.
 */
import { type RawBuilder, sql } from "kysely";
import { defaultNumbers } from "../../business-numbers/find-default-numbers.ts";
import type { EntityManager } from "../../db/orm.ts";
import { lockPhones } from "../../db/sql/locks.ts";
import { rows } from "../../db/sql/rows.ts";
import { statement } from "../../db/sql/statement.ts";
import { type WithPart, withParts } from "../../db/sql/with-parts.ts";
import {
  type Claim,
  claimFrom,
  type KeptAnswer,
  releaseClaims,
  rethrowClaimError,
} from "../../operations/once/claims.ts";
import { hasOptedOut, hasOutlived } from "../../opt-outs/erased/outlived.ts";
import { type Budgeted, budgetColumns, budgetedOf, countedTexts } from "../budgets.ts";
import { keptContent } from "../discard.ts";
import type { RoutedText, TextRow } from "../routed-texts.ts";
import { type Form, type MessageToStore, relationColumns } from "./message-columns.ts";
import { storedMessages } from "./store-messages.ts";

/**
 * Inserts the texts that are permitted, claims their Idempotency-Keys, and returns a row for each text by its id.
 * A text whose route has no number goes out from the number of the newest thread with the phone. Without such a thread, or
 * if its number is not active, the team's default number sends it.
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
      ...keptContent(text),
      ...delivery,
      businessNumberId: from?.id,
      contactPhone: to,
      erasedPhone: text.hashPhone?.(to),
    })),
    claims: texts.flatMap(({ text: { id, claim }, answer }) => (claim ? { id, ...claim, answer } : [])),
    budgeted: budgetedOf(texts.map(({ text }) => text)),
  };
  await lockPhones(tx, phones, "shared");
  const found = await insertionOf(given)(tx, given).catch(rethrowClaimError);
  const stored = new Map(found.map((row) => [row.id, row]));
  const unfunded = given.claims.filter(({ id }) => stored.get(id)?.is_over_budget);
  await releaseClaims(
    tx,
    unfunded.map(({ id, ...claim }) => ({ claim, resourceId: id })),
  );
  return stored;
}

/** What a batch inserts. */
interface Given {
  messages: MessageToStore[];
  claims: (Claim & { id: string; answer: KeptAnswer | undefined })[];
  budgeted: Budgeted[];
}

/** The statement for a batch. Most batches have no keys, hardly any has budgets, and few have something rare. */
function insertionOf({ messages, claims, budgeted }: Given): ReturnType<typeof compileInsertion> {
  const isFull = messages.some(
    ({ media, ignoresOptOut, discards, statusCallback, autoReply }) =>
      media !== undefined || ignoresOptOut || discards || (statusCallback ?? autoReply ?? null) !== null,
  );
  const variant = {
    form: isFull ? "full" : "plain",
    hasErased: messages.some(({ erasedPhone }) => erasedPhone !== undefined),
    hasClaims: claims.length > 0,
    hasBudgets: budgeted.length > 0,
  } as const;
  const name = JSON.stringify(variant);
  const compiled = insertions.get(name) ?? compileInsertion(variant);
  insertions.set(name, compiled);
  return compiled;
}

const insertions = new Map<string, ReturnType<typeof compileInsertion>>();

interface Variant {
  form: Form;
  /** Whether a team of the batch has erased somebody. */
  hasErased: boolean;
  hasClaims: boolean;
  hasBudgets: boolean;
}

const compileInsertion = ({ form, hasErased, hasClaims, hasBudgets }: Variant) =>
  statement<Given, TextRow>(({ messages, claims, budgeted }) => {
    const claimable = hasClaims ? claimedTexts : sql`select * from permitted`;
    return sql`
    ${withParts([
      [
        "new_text",
        sql`
        select *, ${isOptedOut(form, hasErased)} as is_opted_out
        from ${rows("a", messages, relationColumns(form, hasErased), "ord")}`,
      ],
      ["newest", newestThreads],
      ["routed", routedTexts],
      ["permitted", permittedTexts],
      ...(hasClaims ? claimedIdempotencyKeys(rows("a", claims, claimColumns)) : []),
      ...(hasBudgets
        ? ([
            ["countable", claimable],
            ...countedTexts(rows("a", budgeted, budgetColumns)),
            ["storable", fundedTexts],
          ] as const)
        : ([["storable", claimable]] as const)),
      ...storedMessages(form),
    ])}
    select r.id, r.phone_number, s.thread_id, s.created_at, r.is_opted_out
      ${hasBudgets ? sql`, s.id is null and r.id in (select id from asking) as is_over_budget` : sql``}
    from routed r left join stored s using (id)
  `;
  });

/**
 * `newest`: the number of the newest thread with each phone, for texts without a number. The inner `order by` matches the
 * index by phone, so the planner chooses that index. The `limit 1` makes it look numbers up by their key.
 */
export const newestThreads = sql`
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

/** `routed`: the texts with their sending numbers, null if there is none. */
export const routedTexts = sql`
  select a.*, coalesce(a.number_id, n.number_id, d.id) as business_number_id,
    coalesce(n.phone_number, d.phone_number) as phone_number, n.id is not null as has_thread
  from new_text a
  left join newest n on n.id = a.id and n.is_active
  left join (${defaultNumbers(sql`new_text where number_id is null`)}) d on d.team_id = a.team_id`;

/** Whether the recipient of a text has opted out. In a team with erasures, the opt-out may have outlived that of the phone. */
const isOptedOut = (form: Form, hasErased: boolean) => {
  const optedOut = hasOptedOut(sql`a.contact_phone`);
  const outlived = hasOutlived(sql`a.erased_phone`, sql`a.contact_phone`);
  return sql`
    ${hasErased ? sql`(${optedOut} or ${outlived})` : optedOut}
    ${form === "full" ? sql`and a.ignores_opt_out is not true` : sql``}`;
};

/** `permitted`: the texts with a number, to recipients that have not opted out. */
const permittedTexts = sql`select * from routed where business_number_id is not null and not is_opted_out`;

/** Claims the keys of the permitted texts. */
const claimedIdempotencyKeys = (claims: RawBuilder<unknown>): WithPart[] => [
  ["with_key", sql`select * from ${claims}`],
  [
    "claimed",
    sql`
    ${claimFrom(sql`
      select a.team_id, k.api_key_id, a.test_mode, k.key, k.fingerprint, a.id, a.now, k.answer_status, k.answer_body
      from permitted a join with_key k using (id)
    `)}
    returning resource_id`,
  ],
];

const claimColumns = {
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
