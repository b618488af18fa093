import { type RawBuilder, sql } from "kysely";

type Sql = RawBuilder<unknown>;

/** How far along a status is; the three ends of a delivery are equally far. */
const ranks = { queued: 0, sending: 1, sent: 2, delivered: 3, undelivered: 3, failed: 3, read: 4 };

/** The error code of a failed message of which nobody could say whether it was sent. */
export const outcomeUnknown = "outcome_unknown";

/**
 * SQL for the status of a message after the provider's word for it: a status never goes back, and the first end stays.
 * Only a message that was given up takes any word at all.
 */
export function statusAfter(word: Sql, status: Sql, errorCode: Sql): Sql {
  return sql`case when ${isGivenUp(status, errorCode)} or ${outranks(word, status)} then ${word} else ${status} end`;
}

/** SQL for: was the message failed because its outcome stayed unknown? */
export function isGivenUp(status: Sql, errorCode: Sql): Sql {
  return sql`(${status} = 'failed' and ${errorCode} is not distinct from ${outcomeUnknown})`;
}

/** SQL for: does the word name an end of a delivery? */
export const isEnd = (word: Sql): Sql => sql`coalesce(${rankOf(word)} >= ${sql.lit(ranks.delivered)}, false)`;

const outranks = (next: Sql, current: Sql) =>
  sql`(${rankOf(next)} > ${rankOf(current)} and (${next} <> 'read' or ${current} not in ('undelivered', 'failed')))`;

const rankOf = (status: Sql) =>
  sql`case ${status} ${sql.join(
    Object.entries(ranks).map(([name, rank]) => sql`when ${sql.lit(name)} then ${sql.lit(rank)}`),
    sql` `,
  )} end`;
