import { sql } from "kysely";
import { type EntityManager, prepared } from "../db/orm.ts";
import { rows } from "../db/sql/rows.ts";

/** An inbound text by its team and the provider's id. */
interface TextKey {
  teamId: string;
  providerId: string;
}

/** The key of a text in the result of `findStored`. */
export const keyOf = ({ teamId, providerId }: TextKey): string => `${teamId}\n${providerId}`;

/** Finds which inbound texts are stored as messages, by `keyOf`. Texts without an id are never found. */
export async function findStored(
  tx: EntityManager,
  texts: { teamId: string; providerId: string | null }[],
): Promise<Set<string>> {
  if (texts.length === 0) return new Set();
  const { rows: stored } = await sql<{ team_id: string; provider_id: string }>`
    select a.team_id, a.provider_id
    from ${rows("a", texts, { teamId: "uuid", providerId: "text" })}
    cross join lateral (
      select from message m
      where m.team_id = a.team_id and m.provider_id = a.provider_id and m.direction = 'inbound' limit 1
    ) m
  `.execute(prepared(tx));
  return new Set(stored.map(({ team_id, provider_id }) => keyOf({ teamId: team_id, providerId: provider_id })));
}
