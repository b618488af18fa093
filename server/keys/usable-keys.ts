import { sql } from "kysely";
import type { OperationId } from "../../generated/operations.ts";
import { readClock } from "../db/clock.ts";
import { type EntityManager, prepared } from "../db/orm.ts";
import type { KeyMode } from "../db/schema/entities/api-key.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { mayReadTypes } from "../events/named-types.ts";
import { type KeyRights, mayCall, type RightsRow, rightsOf } from "../operations/key-rights.ts";
import { isValidIn } from "./api-key.ts";

/** Why a key that was admitted before is not admitted any more. `key_revoked`: it is revoked, has expired or changed its mode. */
export type KeyRefusal = "key_revoked" | "license_inactive" | "insufficient_scope";

/** Keys that were admitted before and are checked again. */
export interface CheckedKeys {
  /** Whether a request with that key would be admitted now: in test mode or in live mode, and for those types of events. */
  admits(apiKeyId: string, testMode: boolean, types?: readonly string[]): boolean;
  /** What the key may do now in a mode, or why such a request would not be admitted. */
  rightsOf(apiKeyId: string, testMode: boolean): KeyRights | KeyRefusal;
  /** The time of the check. */
  now: Timestamp;
}

/** Checks again whether keys may call an operation. */
export async function checkKeys(em: EntityManager, ids: string[], operation: OperationId): Promise<CheckedKeys> {
  const [now, { rows }] = await Promise.all([readClock(em), readKeys(em, ids)]);
  const keys = new Map(rows.map((row) => [row.id, row]));
  const currentRightsOf = (apiKeyId: string, testMode: boolean): KeyRights | KeyRefusal => {
    const key = keys.get(apiKeyId);
    if (!key || !isValidIn(key.mode, testMode)) return "key_revoked";
    if (!key.licensed && !testMode) return "license_inactive";
    const rights = rightsOf(key);
    return mayCall(rights, operation) ? rights : "insufficient_scope";
  };
  return {
    now,
    admits(apiKeyId, testMode, types) {
      const rights = currentRightsOf(apiKeyId, testMode);
      return typeof rights !== "string" && mayReadTypes(rights, types);
    },
    // Its live requests are in test mode now.
    rightsOf: (apiKeyId, testMode) =>
      keys.get(apiKeyId)?.mode === "test" && !testMode ? "key_revoked" : currentRightsOf(apiKeyId, testMode),
  };
}

interface KeyRow extends RightsRow {
  id: string;
  mode: KeyMode;
  /** Whether the license of its team covers live requests. */
  licensed: boolean;
}

/** Whether the license of a team `t` covers live requests. */
const isLicensed = sql`t.status = 'active' and coalesce(t.licensed_until > clock_timestamp(), true)`;

const readKeys = (em: EntityManager, ids: string[]) =>
  sql<KeyRow>`
    select k.id, k.mode, k.scopes, k.recipients, k.segments_per_day, k.hold, k.known_by, t.quiet_hours, t.erasure_key,
      ${isLicensed} as licensed
    from api_key k join team t on t.id = k.team_id
    where k.id = any (${ids}::uuid[]) and k.revoked_at is null and coalesce(k.expires_at > clock_timestamp(), true)
  `.execute(prepared(em));

/** The teams whose license covers live texts, of those that send without a key. */
export async function findLicensed(em: EntityManager, teamIds: string[]): Promise<Set<string>> {
  if (teamIds.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select t.id from team t where t.id = any (${[...new Set(teamIds)]}::uuid[]) and ${isLicensed}
  `.execute(prepared(em));
  return new Set(rows.map(({ id }) => id));
}
