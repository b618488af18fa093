import { queries } from "../db/orm.ts";
import type { Scope } from "../operations/scope.ts";
import { countUsage, type DayCounts } from "./count-usage.ts";
import { midnightOf, plusDays } from "./days.ts";

/**
 * The usage of the team on the last days, the oldest day first. Closed days are read from `usage_day`. Today is counted,
 * and so is yesterday while the nightly job has not counted it.
 *
 * @throws server_error (503) if the count takes longer than a statement may
 */
export async function listUsage({ em, teamId, now }: Scope, days: number): Promise<DayCounts[]> {
  const today = midnightOf(now);
  const yesterday = plusDays(today, -1);
  const first = plusDays(today, 1 - days);
  const closed = await queries(em)
    .selectFrom("UsageDay")
    .select(["day", "testMode", "received", "sent", "delivered", "failed", "segments", "passcodes"])
    .where("teamId", "=", teamId)
    .where("day", ">=", first)
    .where("day", "<", today)
    .orderBy("day")
    .orderBy("testMode")
    .execute();
  const isCounted = days === 1 || closed.some(({ day }) => day === yesterday);
  const open = await countUsage(em, teamId, { from: isCounted ? today : yesterday, until: plusDays(today, 1) });
  return [...closed, ...open];
}
