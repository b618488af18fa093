import { createHmac } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import { queries } from "../db/orm.ts";
import type { Log } from "../log.ts";

/** The minimum time between two notes. */
const noteMilliseconds = 60_000;

/**
 * Keeps when a callback last needed the provider's previous auth token, so that the operator knows when to remove it. Until
 * the first such callback, that is the time when a server first had the token. Returns the function that takes a note.
 */
export async function keepOldTokenUse(
  { orm }: Pick<Database, "orm">,
  log: Log,
  { secretKey, oldToken }: { secretKey: string; oldToken: string },
): Promise<() => void> {
  const hash = createHmac("sha256", secretKey).update(`old token\n${oldToken}`).digest("hex");
  await sql`
    update installation set old_token_hash = ${hash}, old_token_needed_at = now()
    where old_token_hash is distinct from ${hash}
  `.execute(queries(orm.em.fork()));
  let notedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - notedAt < noteMilliseconds) return;
    notedAt = performance.now();
    sql`update installation set old_token_needed_at = now()`
      .execute(queries(orm.em.fork()))
      .catch((err) => log.error({ err }, "use of the previous auth token not noted"));
  };
}
