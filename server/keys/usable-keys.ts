import { sql } from "kysely";
import type { KeyScope, OperationId } from "../../generated/operations.ts";
import { readClock } from "../db/clock.ts";
import { type EntityManager, prepared } from "../db/orm.ts";
import type { KeyMode } from "../db/schema/entities/api-key.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { mayCall } from "../operations/key-rights.ts";
import { isValidIn } from "./api-key.ts";

/** Keys that were admitted before and are checked again. */
export interface CheckedKeys {
  /** Whether a request with that key would be admitted now: in test mode or in live mode. */
  admits(apiKeyId: string, testMode: boolean): boolean;
  /** The time of the check. */
  now: Timestamp;
}

/** Checks again whether keys may call an operation. */
export async function checkKeys(em: EntityManager, ids: string[], operation: OperationId): Promise<CheckedKeys> {
  const [now, { rows }] = await Promise.all([readClock(em), readKeys(em, ids)]);
  const keys = new Map(rows.map((row) => [row.id, row]));
  return {
    now,
    admits(apiKeyId, testMode) {
      const key = keys.get(apiKeyId);
      if (!key || !isValidIn(key.mode, testMode)) return false;
      return (key.licensed || testMode) && mayCall({ scopes: key.scopes && new Set(key.scopes) }, operation);
    },
  };
}

interface KeyRow {
  id: string;
  mode: KeyMode;
  scopes: KeyScope[] | null;
  /** Whether the license of its team covers live requests. */
  licensed: boolean;
}

const readKeys = (em: EntityManager, ids: string[]) =>
  sql<KeyRow>`
    select k.id, k.mode, k.scopes,
      t.status = 'active' and coalesce(t.licensed_until > clock_timestamp(), true) as licensed
    from api_key k join team t on t.id = k.team_id
    where k.id = any (${ids}::uuid[]) and k.revoked_at is null and coalesce(k.expires_at > clock_timestamp(), true)
  `.execute(prepared(em));
