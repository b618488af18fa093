/** The waiting texts of API keys, for operators. The server sends none of them once their key is revoked. */
import { sql } from "kysely";
import { readClock } from "../../db/clock.ts";
import { emOfTeam, transactOfTeam } from "../../db/commit/of-teams.ts";
import { type EntityManager, ormOf, queries } from "../../db/orm.ts";
import { ApiKey } from "../../db/schema/entities/api-key.ts";
import { isId } from "../../db/schema/ids.ts";
import { cancelWaiting } from "./cancel-waiting.ts";
import type { CancelCode } from "./pending-text.ts";

const code: CancelCode = "key_revoked";

/** Counts the texts that wait because a request of a key asked for them. Zero for a key that does not exist. */
export async function countWaitingOfKey(em: EntityManager, apiKeyId: string): Promise<number> {
  const key = isId(apiKeyId) ? await em.findOne(ApiKey, { id: apiKeyId }) : null;
  if (!key) return 0;
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pending_message
    where team_id = ${key.teamId} and api_key_id = ${apiKeyId} and status in ('scheduled', 'held')
  `.execute(queries(emOfTeam(ormOf(em), key.teamId)));
  return rows[0]!.waiting;
}

/** Cancels the waiting texts of a key that is being revoked, and returns their number. */
export async function cancelWaitingOfKey(em: EntityManager, apiKeyId: string): Promise<number> {
  const { teamId } = await em.findOneOrFail(ApiKey, { id: apiKeyId });
  return transactOfTeam(ormOf(em), teamId, async (tx) => {
    const now = await readClock(tx);
    const isCanceled = sql`waiting.api_key_id = ${apiKeyId} and waiting.status in ('scheduled', 'held')`;
    const decision = { status: "canceled", errorCode: code, decidedBy: null, note: null, now } as const;
    return (await cancelWaiting(tx, teamId, isCanceled, decision)).length;
  });
}
