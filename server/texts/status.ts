import { type RawBuilder, sql } from "kysely";
import type { OwnCode } from "../provider/provider.ts";

type Sql = RawBuilder<unknown>;

/** The progress of a status. The three final statuses of a delivery have the same rank. */
const ranks = { queued: 0, sending: 1, sent: 2, delivered: 3, undelivered: 3, failed: 3, read: 4 };

/** The error code of a message that failed because it stayed unknown whether it was sent. */
export const outcomeUnknown: OwnCode = "outcome_unknown";

/**
 * SQL for the status of a message after the provider reports one. A status never goes back, and the first final status
 * stays. A message that was given up takes any reported status.
 */
export function statusAfter(reported: Sql, status: Sql, errorCode: Sql): Sql {
  return sql`case when ${isGivenUp(status, errorCode)} or ${outranks(reported, status)} then ${reported} else ${status} end`;
}

/** SQL condition: the message failed because its outcome stayed unknown. */
export function isGivenUp(status: Sql, errorCode: Sql): Sql {
  return sql`(${status} = 'failed' and ${errorCode} is not distinct from ${outcomeUnknown})`;
}

/** SQL condition: the status is a final one. */
export const isFinal = (status: Sql): Sql => sql`coalesce(${rankOf(status)} >= ${sql.lit(ranks.delivered)}, false)`;

const outranks = (next: Sql, current: Sql) =>
  sql`(${rankOf(next)} > ${rankOf(current)} and (${next} <> 'read' or ${current} not in ('undelivered', 'failed')))`;

const rankOf = (status: Sql) =>
  sql`case ${status} ${sql.join(
    Object.entries(ranks).map(([name, rank]) => sql`when ${sql.lit(name)} then ${sql.lit(rank)}`),
    sql` `,
  )} end`;
