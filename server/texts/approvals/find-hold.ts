import { sql } from "kysely";
import { type EntityManager, prepared } from "../../db/orm.ts";
import type { HoldReason } from "../../db/schema/entities/approval.ts";
import type { KeyRights } from "../../operations/key-rights.ts";
import type { Scope } from "../../operations/scope.ts";
import { findRoutes } from "../find-routes.ts";
import type { Destination } from "../texts.ts";

/** How many of the newest texts of a thread are searched for one of ours. */
const maxLookedAt = 1_000;

/**
 * Why a text of a key waits for an approval; undefined if it does not. A text without a route counts as one to a new
 * recipient, and is refused where it would be stored.
 */
export async function findHold(
  { em, teamId, testMode }: Pick<Scope, "em" | "teamId" | "testMode">,
  { rights: { hold, knownBy }, ...text }: Destination & { rights: KeyRights },
): Promise<HoldReason | undefined> {
  if (hold === "none") return undefined;
  if (hold === "all") return "key";
  const [route] = await findRoutes(em, [{ ...text, teamId }]);
  if (typeof route === "string") return "new_recipient";
  const isKnown = await isKnownPhone(em, { teamId, testMode, phone: route!.to, bySender: knownBy === "inbound" });
  return isKnown ? undefined : "new_recipient";
}

/**
 * Whether a text of ours to a phone is a message of this mode. Each such message was approved, or sent by a key without a
 * hold, or to a phone that was known. A text that was definitely refused does not count, nor does an automatic reply, which a
 * text from the phone causes. Only the newest thousand texts of each thread are read, so that the search stays short.
 *
 * @param options `bySender`: whether a text from the phone counts, too
 */
async function isKnownPhone(
  em: EntityManager,
  { teamId, testMode, phone, bySender }: { teamId: string; testMode: boolean; phone: string; bySender: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    select from (
      select team_id, id from thread where team_id = ${teamId} and contact_phone = ${phone} order by business_number_id
    ) as t
    cross join lateral (
      select from (
        select direction, status, provider_id, test_mode, auto_reply from message m
        where m.team_id = t.team_id and m.thread_id = t.id
        order by m.created_at desc, m.id desc limit ${sql.lit(maxLookedAt)}
      ) as m
      where m.test_mode = ${testMode} and (
        (m.direction = 'outbound' and m.auto_reply is null and (m.provider_id is not null or m.status <> 'failed'))
        or (m.direction = 'inbound' and ${bySender}::boolean)
      )
      limit 1
    ) as k
    limit 1
  `.execute(prepared(em));
  return rows.length > 0;
}
