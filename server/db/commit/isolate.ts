import { sql } from "kysely";
import { isDatabaseAway, isOtherNodeAway } from "../faults.ts";
import { type EntityManager, withoutResult } from "../orm.ts";
import { lockTimeoutOf } from "../sql/locks.ts";

/**
 * Runs `run` for items in nested transactions, so that an item that fails undoes only its own work. If `run` fails for
 * many items, it runs again for each half of them, in their order. One bad item among a thousand costs ten more runs.
 * Returns the errors of the items that fail alone.
 *
 * @throws the error of a lost connection, because the whole transaction is undone; see `isOtherNodeAway` for an exception
 */
export async function runIsolated<Item>(
  tx: EntityManager,
  items: Item[],
  run: (tx: EntityManager, items: Item[]) => Promise<unknown>,
): Promise<Map<Item, unknown>> {
  if (items.length === 0) return new Map();
  try {
    await tx.transactional(async (nested) => {
      await sql`set local lock_timeout = ${sql.lit(lockTimeoutOf(items))}`.execute(withoutResult(nested));
      await run(nested, items);
    });
    return new Map();
  } catch (error) {
    if (isDatabaseAway(error) && !isOtherNodeAway(error)) throw error;
    if (items.length === 1) return new Map(items.map((item) => [item, error]));
    const middle = Math.ceil(items.length / 2);
    const first = await runIsolated(tx, items.slice(0, middle), run);
    const second = await runIsolated(tx, items.slice(middle), run);
    return new Map([...first, ...second]);
  }
}
