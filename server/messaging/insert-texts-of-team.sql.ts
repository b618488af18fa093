/**
 * Inserts outbound texts and other messages of one team on a cluster. Citus sends no statement to one node if it inserts
 * in a `with` query. The statement of `insert-texts.sql.ts` therefore becomes several statements here.
 *
 * Promises: the same as those of `insertTexts` and `addMessages`.
 * Costs: four round trips for a batch instead of one, and one more for texts with budgets.
 * Preconditions: all items are of one team.
 */
import { sql } from "kysely";
import { findDefaultNumbers, type SendingNumber } from "../business-numbers/find-default-numbers.ts";
import { contactsOfNewThreads } from "../contacts/shown-contacts.ts";
import { type EntityManager, prepared } from "../db/orm.ts";
import { rows } from "../db/rows.ts";
import { textsLiteral } from "../db/schema/columns.ts";
import { newId } from "../db/schema/ids.ts";
import { fromPostgres, plusMicroseconds } from "../db/timestamp.ts";
import { claimKeys, keepAnswers, releaseClaims } from "../operations/once/claims.ts";
import { findOptOuts } from "../opt-outs/find-opt-outs.ts";
import type { E164 } from "../phone.ts";
import { findUnfunded } from "../sending/budgets.ts";
import { type Direction, type NewMessage, onKnownThread, type ThreadPosition } from "./new-messages.ts";
import type { RoutedText, TextRow } from "./routed-texts.ts";

/** Does the work of `insertTexts` for texts of one team. The phones are locked before. The caller commits. */
export async function insertTextsOfTeam(tx: EntityManager, texts: RoutedText[]): Promise<Map<string, TextRow>> {
  const teamId = texts[0]!.text.teamId;
  const claims = texts.flatMap(({ text: { id, claim } }) => (claim ? { claim, resourceId: id } : []));
  const [numbers, isOptedOut, claimed] = await Promise.all([
    findNumbers(tx, teamId, texts),
    findOptOuts(
      tx,
      texts.map(({ route: { to } }) => ({ teamId, phone: to })),
    ),
    claimKeys(tx, claims),
  ]);
  const judged = texts.map((each) => {
    const { text, route } = each;
    const number = route.from ?? numbers.get(text.id);
    const isTaken = text.claim !== undefined && !claimed.has(text.claim);
    const isRefused = number !== undefined && !isTaken && isOptedOut({ teamId, phone: route.to });
    return { ...each, number, isTaken, isRefused };
  });
  const countable = judged.filter(({ number, isTaken, isRefused }) => number && !isTaken && !isRefused);
  const unfunded = await findUnfunded(
    tx,
    countable.map(({ text }) => text),
  );
  const storable = countable.filter(({ text }) => !unfunded.has(text.id));
  const stored = await storeMessagesOfTeam(
    tx,
    "outbound",
    storable.map(({ text, route, delivery, number }) => ({
      ...{ ...text, ...delivery },
      ...{ businessNumberId: number!.id, contactPhone: route.to },
    })),
  );
  await settleKeys(tx, judged, new Set(storable.map(({ text }) => text.id)));
  return new Map(
    judged.map(({ text: { id }, number, isRefused }): [string, TextRow] => {
      const position = stored.get(id);
      const where = position
        ? { thread_id: position.threadId, created_at: position.createdAt.replace("Z", "+00") }
        : { thread_id: null, created_at: null };
      const fate = { is_opted_out: isRefused, is_over_budget: unfunded.has(id) };
      return [id, { id, phone_number: number?.phone_number ?? null, ...fate, ...where }];
    }),
  );
}

/** Keeps the answers that are known for stored texts, and releases the keys of the others. */
async function settleKeys(
  tx: EntityManager,
  judged: (RoutedText & { isTaken: boolean })[],
  storedIds: Set<string>,
): Promise<void> {
  const owned = judged.flatMap(({ text: { id, claim }, answer, isTaken }) =>
    claim && !isTaken ? { claim, resourceId: id, answer } : [],
  );
  const isStored = ({ resourceId }: { resourceId: string }) => storedIds.has(resourceId);
  const answers = owned.filter(isStored).flatMap(({ answer, ...rest }) => (answer ? { ...rest, answer } : []));
  await keepAnswers(tx, answers);
  await releaseClaims(
    tx,
    owned.filter((each) => !isStored(each)),
  );
}

/** The number of each text without one: that of the newest thread with the phone if it is active, or the team's default. */
async function findNumbers(
  tx: EntityManager,
  teamId: string,
  texts: RoutedText[],
): Promise<Map<string, SendingNumber>> {
  const open = texts.filter(({ route: { from } }) => !from).map(({ text: { id }, route }) => ({ id, phone: route.to }));
  if (open.length === 0) return new Map();
  const [newest, defaults] = await Promise.all([
    sql<{ text_id: string; id: string; phone_number: E164; is_active: boolean }>`
      select distinct on (a.id) a.id as text_id, n.id, n.phone_number, n.status = 'active' as is_active
      from ${rows("a", open, { id: "uuid", phone: "text" })}
      join thread t on t.team_id = ${teamId} and t.contact_phone = a.phone
      join business_number n on n.team_id = t.team_id and n.id = t.business_number_id
      order by a.id, t.last_message_at desc, t.id desc
    `.execute(prepared(tx)),
    findDefaultNumbers(tx, [teamId]),
  ]);
  const active = new Map(newest.rows.filter(({ is_active }) => is_active).map((row) => [row.text_id, row]));
  return new Map(
    open.flatMap(({ id }): [string, SendingNumber][] => {
      const number = active.get(id) ?? defaults.get(teamId);
      return number ? [[id, number]] : [];
    }),
  );
}

/**
 * Stores messages of one team as the newest of their threads, and creates missing threads, as `storedMessages` does.
 * Returns the positions by the ids of the messages. The phones are locked before.
 */
export async function storeMessagesOfTeam(
  tx: EntityManager,
  direction: Direction,
  messages: NewMessage[],
): Promise<Map<string, ThreadPosition>> {
  if (messages.length === 0) return new Map();
  const groups = [...Map.groupBy(messages, threadOf).values()].map((group) => {
    const last = group.at(-1)!;
    const clock = group.map(({ now }) => now).reduce((a, b) => (a > b ? a : b));
    return { ...last, newThreadId: newId(), count: group.length, newestAt: plusMicroseconds(clock, group.length - 1) };
  });
  const contacts = await findContactsOfPhones(tx, groups);
  const opened = await sql<{ contact_phone: string; business_number_id: string; id: string; last_message_at: string }>`
    insert into thread as t (team_id, id, business_number_id, contact_phone, contact_id, contact_name, contact_tags,
      message_count, last_direction, last_body, last_message_at, created_at)
    select team_id, new_thread_id, business_number_id, contact_phone, contact_id, contact_name, contact_tags::text[],
      count, ${direction}, body, newest_at, now
    from ${rows("a", groups, {
      ...{ teamId: "uuid", newThreadId: "uuid", businessNumberId: "uuid", contactPhone: "text" },
      contactId: ["uuid", ({ contactPhone }) => contacts.get(contactPhone)?.contact_id],
      contactName: ["text", ({ contactPhone }) => contacts.get(contactPhone)?.contact_name],
      contactTags: [
        "text",
        ({ contactPhone }) => {
          const tags = contacts.get(contactPhone)?.contact_tags;
          return tags && textsLiteral(tags);
        },
      ],
      ...{ count: "int", body: "text", newestAt: "timestamptz", now: "timestamptz" },
    })}
    order by team_id, contact_phone, business_number_id
    ${onKnownThread}
    returning contact_phone, business_number_id, id, last_message_at
  `.execute(prepared(tx));
  const threads = new Map(
    opened.rows.map((row) => [
      threadOf({ contactPhone: row.contact_phone, businessNumberId: row.business_number_id }),
      { threadId: row.id, newestAt: fromPostgres(row.last_message_at), newerCount: 0 },
    ]),
  );
  const positions = new Map<string, ThreadPosition>();
  for (const message of messages.toReversed()) {
    const thread = threads.get(threadOf(message))!;
    positions.set(message.id, {
      threadId: thread.threadId,
      createdAt: plusMicroseconds(thread.newestAt, -thread.newerCount),
    });
    thread.newerCount += 1;
  }
  await insertMessages(tx, direction, messages, positions);
  return positions;
}

const threadOf = ({ contactPhone, businessNumberId }: Pick<NewMessage, "contactPhone" | "businessNumberId">) =>
  `${contactPhone}\n${businessNumberId}`;

interface ContactOfPhone {
  contact_phone: string;
  contact_id: string | null;
  contact_name: string;
  contact_tags: string[] | null;
}

/** The contacts that new threads with phones show. */
async function findContactsOfPhones(
  tx: EntityManager,
  phones: { teamId: string; contactPhone: string }[],
): Promise<Map<string, ContactOfPhone>> {
  const distinct = [...new Map(phones.map((each) => [each.contactPhone, each])).values()];
  const found = await sql<ContactOfPhone>`
    ${contactsOfNewThreads(sql`select * from ${rows("p", distinct, { teamId: "uuid", contactPhone: "text" })}`)}
  `.execute(prepared(tx));
  return new Map(found.rows.map((row) => [row.contact_phone, row]));
}

async function insertMessages(
  tx: EntityManager,
  direction: Direction,
  messages: NewMessage[],
  positions: Map<string, ThreadPosition>,
): Promise<void> {
  await sql`
    insert into message (team_id, id, thread_id, api_key_id, direction, body, status, test_mode, provider_id, error_code,
      simulated_outcome, reply_webhook_url, webhook_data, segments, encoding, media, created_at, updated_at)
    select team_id, id, thread_id, api_key_id, ${direction}, body, status, test_mode, provider_id, error_code,
      simulated_outcome, reply_webhook_url, webhook_data, segments, encoding, coalesce(media, '[]'), created_at, created_at
    from ${rows("a", messages, {
      ...{ teamId: "uuid", id: "uuid", apiKeyId: "uuid", body: "text", status: "text", testMode: "boolean" },
      ...{ providerId: "text", errorCode: "text", simulatedOutcome: "text", replyWebhookUrl: "text" },
      ...{ webhookData: "text", segments: "int", encoding: "text" },
      threadId: ["uuid", ({ id }) => positions.get(id)!.threadId],
      media: ["jsonb", ({ media }) => media && JSON.stringify(media)],
      createdAt: ["timestamptz", ({ id }) => positions.get(id)!.createdAt],
    })}
  `.execute(prepared(tx));
}
