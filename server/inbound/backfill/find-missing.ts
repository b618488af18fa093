import { sql } from "kysely";
import { findOwners } from "../../business-numbers/find-owners.ts";
import { emOfTeam } from "../../db/commit/of-teams.ts";
import { type Orm, queries } from "../../db/orm.ts";
import type { DeliveryStatus } from "../../db/schema/entities/message.ts";
import { firstIdAt } from "../../db/schema/ids.ts";
import { liftTimeLimits } from "../../db/sql/lift-time-limits.ts";
import { rows } from "../../db/sql/rows.ts";
import type { Timestamp } from "../../db/timestamp.ts";
import type { ListedText } from "../../provider/history.ts";
import { allDeliveries } from "../../texts/delivery-tables.ts";

/** A listed text of one of our numbers. */
export interface OwnText {
  listed: ListedText;
  teamId: string;
  /** The ids that it may be stored under. The first is the one that its carrier would have given it now. */
  ids: string[];
}

/** Finds the texts from and to numbers that a team has. An account may have numbers that are nobody's here. */
export async function findOwn(orm: Orm, texts: ListedText[], idsOf: (id: string) => string[]): Promise<OwnText[]> {
  const ownPhoneOf = ({ direction, from, to }: ListedText) => (direction === "inbound" ? to : from);
  const owners = await findOwners(orm.em.fork(), texts.map(ownPhoneOf));
  return texts.flatMap((listed) => {
    const owner = owners.get(ownPhoneOf(listed));
    return owner && listed.id !== "" ? { listed, teamId: owner.teamId, ids: idsOf(listed.id) } : [];
  });
}

/** Finds the inbound texts without a callback, since a time. A text whose number was unknown then counts as missing. */
export async function findUnrecorded(orm: Orm, texts: OwnText[], since: Timestamp): Promise<OwnText[]> {
  const inbound = texts.filter(({ listed }) => listed.direction === "inbound");
  if (inbound.length === 0) return [];
  const ids = inbound.flatMap((text) => text.ids);
  const known = await orm.em.fork().transactional(async (tx) => {
    // Callbacks have no index by these ids, so the statement reads all since that time.
    await liftTimeLimits(tx);
    return sql<{ provider_id: string }>`
      select distinct provider_id from callback
      where id > ${firstIdAt(since)}::uuid and kind = 'inbound' and provider_id = any (${ids}::text[])
        and outcome is distinct from 'unknown_number'
    `.execute(queries(tx));
  });
  const recorded = new Set(known.rows.map(({ provider_id }) => provider_id));
  return inbound.filter((text) => !text.ids.some((id) => recorded.has(id)));
}

/** The statuses that a later one may follow, in their order. All others are final. */
const progress: readonly string[] = ["queued", "sending", "sent"] satisfies DeliveryStatus[];

/** Finds the outbound texts that are further at the carrier than here, with the id that each has here. */
export async function findBehind(orm: Orm, texts: OwnText[]): Promise<(OwnText & { id: string })[]> {
  const outbound = texts.filter(({ listed: { direction, status } }) => direction === "outbound" && status !== "other");
  const perTeam = Map.groupBy(outbound, ({ teamId }) => teamId);
  const found = [];
  for (const [teamId, ofTeam] of perTeam) {
    const asked = ofTeam.flatMap((text) => text.ids.map((id) => ({ text, teamId, id })));
    for (const { table, status, isOutbound } of allDeliveries) {
      const { rows: stored } = await sql<{ ord: number; status: DeliveryStatus }>`
        select a.ord, t.status from ${rows("a", asked, { ord: ["int", (_, ord) => ord], teamId: "uuid", id: "text" })}
        cross join lateral (
          select t.${status} as status from ${table} t
          where t.team_id = a.team_id and t.provider_id = a.id and ${isOutbound} limit 1
        ) t
      `.execute(queries(emOfTeam(orm, teamId)));
      for (const row of stored) {
        const { text, id } = asked[row.ord]!;
        if (isFurther(text.listed.status, row.status)) found.push({ ...text, id });
      }
    }
  }
  return found;
}

function isFurther(theirs: string, ours: DeliveryStatus): boolean {
  const [next, current] = [progress.indexOf(theirs), progress.indexOf(ours)];
  return current !== -1 && (next === -1 || next > current);
}
