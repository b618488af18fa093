import { sql } from "kysely";
import { readClock } from "../db/clock.ts";
import { type EntityManager, prepared } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";

/** The keys of a check that are neither revoked nor expired, and the time of the check. */
export interface UsableKeys {
  /** Whether the license of the key's team covers live requests, by the key's id. */
  licensed: Map<string, boolean>;
  now: Timestamp;
}

/** Checks keys that were admitted before. */
export async function findUsableKeys(em: EntityManager, ids: string[]): Promise<UsableKeys> {
  const [now, { rows }] = await Promise.all([readClock(em), readKeys(em, ids)]);
  return { licensed: new Map(rows.map(({ id, licensed }) => [id, licensed])), now };
}

const readKeys = (em: EntityManager, ids: string[]) =>
  sql<{ id: string; licensed: boolean }>`
    select k.id, t.status = 'active' and coalesce(t.licensed_until > clock_timestamp(), true) as licensed
    from api_key k join team t on t.id = k.team_id
    where k.id = any (${ids}::uuid[]) and k.revoked_at is null and coalesce(k.expires_at > clock_timestamp(), true)
  `.execute(prepared(em));
