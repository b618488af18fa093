import { sql } from "kysely";
import { emWithoutTeam } from "../db/commit/each-place.ts";
import { type EntityManager, prepared } from "../db/orm.ts";
import type { Inbound } from "../provider/callbacks.ts";

/** What is left of a redacted callback. Processed again, it is unreadable. */
export const nothing: Inbound = { from: null, to: null, text: "" };

/**
 * Empties the callbacks of received messages, whose ids they have. Their signature and the carrier's id stay, so that a repetition
 * is still a duplicate. Duplicates keep no text, see `recordCallbacks`. Returns how many there still were.
 */
export async function redactCallbacks(tx: EntityManager, messageIds: string[]): Promise<number> {
  if (messageIds.length === 0) return 0;
  const { numAffectedRows } = await sql`
    update callback set fields = '{}', content = ${JSON.stringify(nothing)}::jsonb where id = any (${messageIds}::uuid[])
  `.execute(prepared(emWithoutTeam(tx)));
  return Number(numAffectedRows);
}
