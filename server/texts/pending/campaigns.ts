/**
 * Campaigns: a name that waiting texts of a team have in common, so that they can be canceled together. A message has no
 * campaign, so the hand-over counts those that go out.
 */
import { sql } from "kysely";
import { type EntityManager, prepared, withoutResult } from "../../db/orm.ts";
import type { PendingStatus } from "../../db/schema/entities/pending-message.ts";
import { rows } from "../../db/sql/rows.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import { fail } from "../../errors.ts";
import type { Scope } from "../../operations/scope.ts";
import { endHeld } from "../approvals/end-held.ts";
import { canceling } from "../discard.ts";
import type { PendingText } from "./pending-text.ts";

/** What a cancel has done to a campaign. */
export interface CanceledCampaign {
  /** How many texts it has canceled. */
  canceled: number;
  /** How many texts of the campaign were handed over before. */
  sent: number;
  /** Whether texts of the campaign still wait. */
  hasMore: boolean;
}

/** The maximum number of texts that one request cancels. */
const maxCanceled = 1_000;

/**
 * Cancels texts of a campaign that wait, in the transaction of the request. A text that is being handed over at the same
 * time stays, and `hasMore` is true until that has ended.
 *
 * @throws campaign_not_found if the team has no such campaign in the mode of the request
 */
export async function cancelCampaign(
  { em, teamId, apiKeyId, testMode, now }: Scope,
  campaign: string,
): Promise<CanceledCampaign> {
  const [canceled, found] = await Promise.all([
    sql<{ id: string; was: PendingStatus }>`
      update pending_message waiting set ${canceling}, updated_at = ${now}::timestamptz
      from (
        select team_id, id, status from pending_message
        where team_id = ${teamId} and test_mode = ${testMode} and campaign = ${campaign}
          and status in ('scheduled', 'held')
        limit ${sql.lit(maxCanceled)} for update skip locked
      ) as found
      where waiting.team_id = found.team_id and waiting.id = found.id
      returning waiting.id, found.status as was
    `.execute(prepared(em)),
    sql<{ sent: number | null; hasMore: boolean; hasTexts: boolean }>`
      select
        (select handed_over from campaign c
          where c.team_id = ${teamId} and c.test_mode = ${testMode} and c.name = ${campaign}) as sent,
        exists (select from pending_message p where p.team_id = ${teamId} and p.test_mode = ${testMode}
          and p.campaign = ${campaign} and p.status in ('scheduled', 'held')) as "hasMore",
        exists (select from pending_message p where p.team_id = ${teamId} and p.test_mode = ${testMode}
          and p.campaign = ${campaign}) as "hasTexts"
    `.execute(prepared(em)),
  ]);
  const { sent, hasMore, hasTexts } = found.rows[0]!;
  if (sent === null && !hasTexts) fail("campaign_not_found");
  const held = canceled.rows.filter(({ was }) => was === "held").map(({ id }) => id);
  await endHeld(em, teamId, held, { status: "canceled", errorCode: null, decidedBy: apiKeyId, note: null, now });
  return { canceled: canceled.rows.length, sent: sent ?? 0, hasMore };
}

/**
 * Counts texts that are handed over, for their campaigns. The rows of two campaigns are locked in one order, and only
 * until the commit that follows.
 */
export async function countHandedOver(tx: EntityManager, texts: PendingText[], now: Timestamp): Promise<void> {
  const named = texts.filter(({ campaign }) => campaign !== null);
  if (named.length === 0) return;
  await sql`
    insert into campaign as c (team_id, test_mode, name, handed_over, updated_at)
    select a.team_id, a.test_mode, a.campaign, count(*)::int, ${now}::timestamptz
    from ${rows("a", named, { teamId: "uuid", testMode: "boolean", campaign: "text" })}
    group by a.team_id, a.test_mode, a.campaign order by a.team_id, a.test_mode, a.campaign
    on conflict (team_id, test_mode, name) do update
    set handed_over = c.handed_over + excluded.handed_over, updated_at = excluded.updated_at
  `.execute(withoutResult(tx));
}
