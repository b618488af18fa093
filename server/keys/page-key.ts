import type { KeyScope } from "../../generated/operations.ts";
import { readClock } from "../db/clock.ts";
import type { EntityManager } from "../db/orm.ts";
import { ApiKey } from "../db/schema/entities/api-key.ts";
import { Team } from "../db/schema/entities/team.ts";
import { plusMicroseconds, type Timestamp } from "../db/timestamp.ts";
import type { KeyOptions } from "./key-options.ts";
import { createKey, revokeKey } from "./keys.ts";

/** What the page in the browser uses: the phone and the inbox. */
export const pageScopes = [
  "messages:read",
  "messages:send",
  "contacts:read",
  "contacts:write",
  "numbers:read",
  "events:read",
  "consents:read",
  "simulator:use",
] satisfies KeyScope[];

const name = "Page";

const dayMicroseconds = 24 * 60 * 60 * 1_000_000;

/** The time between two readings of the clock when a key is made. */
const toleranceMicroseconds = 60_000_000;

/** The options of a key for the page: it expires after a day. */
export const pageKeyOptions = (now: Timestamp) =>
  ({ name, scopes: pageScopes, expiresAt: plusMicroseconds(now, dayMicroseconds) }) satisfies KeyOptions;

/**
 * Makes a key for the page of the oldest active team, and revokes those of a day that were made before. Returns the key;
 * undefined without an active team.
 */
export async function replacePageKey(em: EntityManager): Promise<string | undefined> {
  const [team] = await em.find(Team, { status: "active" }, { orderBy: { createdAt: "asc", id: "asc" }, limit: 1 });
  if (!team) return undefined;
  for (const { id, createdAt, expiresAt } of await em.find(ApiKey, { teamId: team.id, name, revokedAt: null })) {
    const isOfADay = expiresAt && expiresAt <= plusMicroseconds(createdAt, dayMicroseconds + toleranceMicroseconds);
    if (isOfADay) await revokeKey(em, id);
  }
  return (await createKey(em, team, pageKeyOptions(await readClock(em)))).key;
}
