import { sql } from "kysely";
import { contractDocument } from "../../contract/document.ts";
import { type EntityManager, prepared } from "../../db/orm.ts";
import { ApiError } from "../../errors.ts";
import { lockHeldOf } from "./approval-rows.ts";

/** How many texts of a team, and of one of its keys, wait for an approval at most. A person looks for one among them. */
const { teamHeldTexts: maxOfTeam, keyHeldTexts: maxOfKey } = contractDocument["x-limits"];

interface Holder {
  teamId: string;
  apiKeyId: string;
}

/**
 * Returns a function that takes a place for one more text of a key, or returns the error of a text without one. The texts
 * of both modes count together. The teams stay locked until the transaction ends, so that all processes count together.
 *
 * The error is rate_limited.
 */
export async function openPlaces(
  tx: EntityManager,
  holders: Holder[],
): Promise<(holder: Holder) => ApiError | undefined> {
  if (holders.length === 0) return () => undefined;
  const teamIds = [...new Set(holders.map(({ teamId }) => teamId))];
  await lockHeldOf(tx, teamIds);
  const { rows } = await sql<{ team_id: string; api_key_id: string; held: number }>`
    select v.team_id, v.api_key_id, count(*)::int as held
    from unnest(${teamIds}::uuid[]) as a (team_id) join approval v on v.team_id = a.team_id and v.status = 'held'
    group by v.team_id, v.api_key_id
  `.execute(prepared(tx));
  const held = new Map<string, number>();
  const add = (holder: string, count: number) => held.set(holder, (held.get(holder) ?? 0) + count);
  for (const { team_id: teamId, api_key_id: apiKeyId, held: count } of rows) {
    add(teamId, count);
    add(apiKeyId, count);
  }
  return ({ teamId, apiKeyId }) => {
    if ((held.get(apiKeyId) ?? 0) >= maxOfKey) return refuse(`${maxOfKey} texts of this API key`);
    if ((held.get(teamId) ?? 0) >= maxOfTeam) return refuse(`${maxOfTeam} texts of the team`);
    add(teamId, 1);
    add(apiKeyId, 1);
    return undefined;
  };
}

const refuse = (waiting: string) =>
  new ApiError("rate_limited", {
    message: `${waiting} wait for an approval, and no more can; retry after somebody has decided about some.`,
    retryAfterSeconds: 60,
  });
