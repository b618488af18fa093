import { type RawBuilder, sql } from "kysely";

/** How far along a status is; the three ends of a delivery are equally far. */
const ranks = { queued: 0, sending: 1, sent: 2, delivered: 3, undelivered: 3, failed: 3, read: 4 };

/** SQL for: may a message in status `current` go on to `next`? A status never goes back, and the first end stays. */
export function outranks(next: RawBuilder<unknown>, current: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${rankOf(next)} > ${rankOf(current)} and (${next} <> 'read' or ${current} <> all ('{undelivered,failed}')))`;
}

const rankOf = (status: RawBuilder<unknown>) =>
  sql`case ${status} ${sql.join(
    Object.entries(ranks).map(([name, rank]) => sql`when ${sql.lit(name)} then ${sql.lit(rank)}`),
    sql` `,
  )} end`;
