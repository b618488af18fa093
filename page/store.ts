/** The order of delivery statuses. Statuses of one rank exclude each other, and the first of them stays. */
const ranks: Record<string, number> = {
  queued: 0,
  sending: 1,
  sent: 2,
  delivered: 3,
  undelivered: 3,
  failed: 3,
  read: 4,
};

/**
 * The later of two delivery statuses, which may arrive in any order. A status never goes back, the first final status
 * stays, and only a delivered text is read.
 */
export function laterStatus<S extends string>(known: S, reported: S): S {
  const [from, to] = [ranks[known], ranks[reported]];
  if (from === undefined || to === undefined || to <= from) return known;
  return reported === "read" && from === 3 && known !== "delivered" ? known : reported;
}

/** Whether the status can still change without the recipient's doing. */
export const isOnItsWay = (status: string) => (ranks[status] ?? 3) < 3;

/** What lists have: rows by id, ordered by a timestamp. */
export interface Row {
  id: string;
  createdAt: string;
}

/**
 * Joins rows with new versions of them and new ones, the oldest first. `merge` joins two versions of a row. Timestamps are
 * compared as strings, because they have a fixed width, and a Date would lose the microseconds.
 */
export function mergeRows<R extends Row>(known: readonly R[], arrived: readonly R[], merge: (a: R, b: R) => R): R[] {
  const rows = new Map(known.map((row) => [row.id, row]));
  for (const row of arrived) {
    const before = rows.get(row.id);
    rows.set(row.id, before ? merge(before, row) : row);
  }
  const keyOf = ({ createdAt, id }: Row) => createdAt + id;
  return [...rows.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
