/**
 * Answers of business numbers: to HELP, and to a text that has changed the consent of its sender.
 *
 * Promises: an answer waits from the transaction that stores the text on, so it goes out once. A number answers a phone at
 * most once in ten minutes for each purpose, so two robots do not answer each other for ever. No answer is later than five
 * minutes after the receipt of its text. The answers of a team to HELP have a limit for a day, because any stranger asks.
 * Costs: nothing for texts that are no keyword, no word for help and no opt-out. Otherwise one read of the answers of their
 * numbers, and another statement if there are some.
 * Preconditions: the phones are locked exclusively. The texts and their consents are stored.
 */
import { sql } from "kysely";
import { contractDocument } from "../contract/document.ts";
import { type EntityManager, prepared, queries } from "../db/orm.ts";
import type { AutoReplies, AutoReply } from "../db/schema/entities/business-number.ts";
import { idWithin } from "../db/schema/ids.ts";
import { rows } from "../db/sql/rows.ts";
import { plusMicroseconds, type Timestamp } from "../db/timestamp.ts";
import { allRights } from "../operations/key-rights.ts";
import { asksForHelp, type Said } from "../opt-outs/keywords.ts";
import { hasPhoneForm } from "../phone.ts";
import { findUnfunded } from "../texts/budgets.ts";
import type { PendingText } from "../texts/pending/pending-text.ts";
import { insertPending } from "../texts/pending/store-pending.ts";
import { measureText } from "../texts/segments.ts";

/** An inbound text that is stored as a message. */
export interface AnswerableText {
  teamId: string;
  messageId: string;
  threadId: string;
  businessNumberId: string;
  from: string;
  text: string;
  said: Said | undefined;
  testMode: boolean;
  receivedAt: Timestamp;
}

/** A text, and what an answer to it is for. */
interface AskedText extends AnswerableText {
  autoReply: AutoReply;
}

/** A text with its answer. */
interface AnsweredText extends AskedText {
  body: string;
  expiresAt: Timestamp;
}

const minuteMicroseconds = 60 * 1_000_000;

/** A confirmation within five minutes is presumed to be lawful: 47 CFR 64.1200(a)(12). */
const lateMicroseconds = 5 * minuteMicroseconds;

const pauseMicroseconds = 10 * minuteMicroseconds;

/**
 * Stores the answers to texts, and returns how many of them are left out, because they would be too late or too many.
 *
 * @param optedOut the ids of texts that have opted their senders out in other words than a keyword
 */
export async function queueAutoReplies(
  tx: EntityManager,
  texts: AnswerableText[],
  optedOut: Set<string>,
  now: Timestamp,
): Promise<number> {
  const asked = texts.flatMap((text): AskedText | [] => {
    const autoReply = purposeOf(text, optedOut);
    return autoReply && hasPhoneForm(text.from) ? { ...text, autoReply } : [];
  });
  if (asked.length === 0) return 0;
  const replies = await findAutoReplies(tx, asked);
  const answered = asked.flatMap((text): AnsweredText | [] => {
    const body = replies.get(text.businessNumberId)?.[text.autoReply];
    return body === undefined ? [] : { ...text, body, expiresAt: plusMicroseconds(text.receivedAt, lateMicroseconds) };
  });
  const inTime = answered.filter(({ expiresAt }) => expiresAt > now);
  const unanswered = await findUnanswered(tx, inTime, now);
  const perPurpose = Map.groupBy(
    inTime.filter(({ messageId }) => unanswered.has(messageId)),
    keyOf,
  );
  const firsts = [...perPurpose.values()].map(([first]) => first!);
  const tooMany = await findTooMany(tx, firsts, now);
  await insertPending(
    tx,
    firsts.filter(({ messageId }) => !tooMany.has(messageId)).map((text) => waitingTextOf(text, now)),
  );
  return answered.length - inTime.length + tooMany.size;
}

function purposeOf({ said, messageId, text }: AnswerableText, optedOut: Set<string>): AutoReply | undefined {
  if (said?.consent === "opted_in") return "optIn";
  if (said || optedOut.has(messageId)) return "optOut";
  return asksForHelp(text) ? "help" : undefined;
}

const keyOf = ({ businessNumberId, from, autoReply }: AskedText) => `${businessNumberId}\n${from}\n${autoReply}`;

/** The answers of the numbers of texts that can send, by the ids of the numbers. */
async function findAutoReplies(tx: EntityManager, texts: AskedText[]): Promise<Map<string, AutoReplies>> {
  const { rows: found } = await sql<{ id: string; auto_replies: AutoReplies }>`
    select n.id, n.auto_replies from ${rows("a", texts, { teamId: "uuid", businessNumberId: "uuid" })}
    cross join lateral (
      select n.id, n.status, n.auto_replies from business_number n
      where n.team_id = a.team_id and n.id = a.business_number_id limit 1
    ) n
    where n.status = 'active'
  `.execute(prepared(tx));
  return new Map(found.map(({ id, auto_replies }) => [id, auto_replies]));
}

/**
 * The ids of the texts that are answered now. Each asks for help, or has changed the consent of its sender, and no later
 * one has changed that again. No such answer has gone out in the last ten minutes.
 */
async function findUnanswered(tx: EntityManager, texts: AnsweredText[], now: Timestamp): Promise<Set<string>> {
  if (texts.length === 0) return new Set();
  const columns = {
    teamId: "uuid",
    messageId: "uuid",
    threadId: "uuid",
    businessNumberId: "uuid",
    phone: "text",
    autoReply: "text",
  } as const;
  const given = texts.map((text) => ({ ...text, phone: text.from }));
  const ofPhone = sql`e.team_id = a.team_id and e.phone_number = a.phone and e.is_effective`;
  const { rows: found } = await sql<{ message_id: string }>`
    select a.message_id from ${rows("a", given, columns)}
    left join lateral (
      select e.consent, e.sequence from consent_event e
      where ${ofPhone} and e.message_id = a.message_id order by e.sequence desc limit 1
    ) as said on true
    left join lateral (
      select e.consent from consent_event e where ${ofPhone} and e.sequence < said.sequence
      order by e.sequence desc limit 1
    ) as before on true
    left join lateral (
      select e.consent from consent_event e where ${ofPhone} order by e.sequence desc limit 1
    ) as newest on true
    where (
      a.auto_reply = 'help' or (newest.consent = said.consent and before.consent is distinct from said.consent)
    ) and not exists (
      select from message m
      where m.team_id = a.team_id and m.thread_id = a.thread_id
        and m.created_at > ${plusMicroseconds(now, -pauseMicroseconds)}::timestamptz and m.auto_reply = a.auto_reply
      offset 0
    ) and not exists (
      select from pending_message p
      where p.team_id = a.team_id and p.phone_number = a.phone and p.status = 'scheduled'
        and p.business_number_id = a.business_number_id and p.auto_reply = a.auto_reply
        and p.expires_at > ${now}::timestamptz
      offset 0
    )
  `.execute(queries(tx));
  return new Set(found.map(({ message_id }) => message_id));
}

/**
 * The ids of the texts that ask for help beyond the limit of their team. The answers of a day are counted as those of a key
 * with a budget are, under the id of the team.
 */
const findTooMany = (tx: EntityManager, texts: AnsweredText[], now: Timestamp): Promise<Set<string>> =>
  findUnfunded(
    tx,
    texts
      .filter(({ autoReply }) => autoReply === "help")
      .map(({ messageId: id, teamId, testMode }) => {
        return { id, teamId, apiKeyId: teamId, rights: helpRights, segments: 1, testMode, now };
      }),
  );

const helpRights = { ...allRights, segmentsPerDay: contractDocument["x-limits"].teamHelpReplies };

const waitingTextOf = (
  { teamId, messageId, threadId, businessNumberId, from, testMode, autoReply, body, expiresAt }: AnsweredText,
  now: Timestamp,
): PendingText => ({
  ...measureText(body),
  id: idWithin(messageId, autoReply),
  teamId,
  apiKeyId: null,
  autoReply,
  testMode,
  threadId,
  businessNumberId,
  lineNumberId: null,
  phoneNumber: from as PendingText["phoneNumber"],
  body,
  media: [],
  replyWebhookUrl: null,
  webhookData: null,
  statusCallback: null,
  status: "scheduled",
  sendAt: now,
  expiresAt,
  errorCode: null,
  ignoresQuietHours: true,
  isQuiet: false,
  campaign: null,
  discards: null,
  createdAt: now,
  updatedAt: now,
});
