import { randomBytes } from "node:crypto";
import { type KeyScope, keyScopes } from "../../generated/operations.ts";
import { readClock } from "../db/clock.ts";
import type { EntityManager } from "../db/orm.ts";
import { ApiKey, type KeyMode } from "../db/schema/entities/api-key.ts";
import { RateBucket } from "../db/schema/entities/rate-bucket.ts";
import type { Team } from "../db/schema/entities/team.ts";
import { isId, newId } from "../db/schema/ids.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { hashKey } from "./api-key.ts";
import { TeamError } from "./teams.ts";

interface KeyOptions {
  /** The key itself. By default it is random, with 256 bits. */
  key?: string | undefined;
  /** A label for operators; keys may share a name. */
  name?: string | undefined;
  /** By default the key never expires. */
  expiresAt?: Timestamp | undefined;
  /** By default the key has all scopes. */
  scopes?: KeyScope[] | undefined;
  /** By default any. */
  mode?: KeyMode | undefined;
}

/** A new key. The database stores only the hash of `key`, so this is the only time that it can be shown. */
export interface NewKey extends Pick<KeyInfo, "id" | "name" | "scopes" | "mode" | "expiresAt"> {
  key: string;
}

/** A key as operators see it. */
export interface KeyInfo {
  id: string;
  name: string | null;
  /** Null: all scopes. */
  scopes: KeyScope[] | null;
  mode: KeyMode;
  createdAt: Timestamp;
  expiresAt: Timestamp | null;
  lastUsedAt: Timestamp | null;
  revokedAt: Timestamp | null;
}

/** Creates an API key for a team. @throws TeamError for a blank or too long name, or an expiry in the past */
export async function createKey(
  em: EntityManager,
  team: Team,
  { key = generateKey(), name, expiresAt, scopes, mode = "any" }: KeyOptions = {},
): Promise<NewKey> {
  const createdAt = await readClock(em);
  if (name !== undefined && (name.trim() === "" || name.length > 255)) {
    throw new TeamError("invalid", "A key's name must have 1 to 255 characters and must not be blank.");
  }
  if (expiresAt !== undefined && expiresAt <= createdAt) {
    throw new TeamError("invalid", `A key must expire in the future, not at ${expiresAt}.`);
  }
  const id = newId();
  const details = {
    name: name ?? null,
    scopes: scopes === undefined ? null : keyScopes.filter((scope) => scopes.includes(scope)),
    mode,
    expiresAt: expiresAt ?? null,
  };
  em.create(ApiKey, { id, teamId: team.id, keyHash: hashKey(key), createdAt, ...details });
  await em.flush();
  return { id, key, ...details };
}

/** A team's keys with the oldest first, including revoked and expired keys. */
export async function listKeys(em: EntityManager, team: Team): Promise<KeyInfo[]> {
  const keys = await em.find(ApiKey, { teamId: team.id }, { orderBy: { createdAt: "asc", id: "asc" } });
  const buckets = await em.find(RateBucket, { teamId: team.id });
  const uses = new Map(buckets.map(({ apiKeyId, refilledAt }) => [apiKeyId, refilledAt]));
  return keys.map((key) => toKeyInfo(key, uses.get(key.id)));
}

/**
 * Revokes a key and records the time of its last use. A key that is revoked already does not change. Servers that have
 * tokens of the key in advance admit its requests for up to 100 ms more.
 *
 * @throws TeamError if the key does not exist
 */
export async function revokeKey(em: EntityManager, id: string): Promise<KeyInfo> {
  const key = isId(id) ? await em.findOne(ApiKey, { id }) : null;
  if (!key) throw new TeamError("not_found", `There is no API key ${id}.`);
  const bucket = await em.findOne(RateBucket, { teamId: key.teamId, apiKeyId: id });
  const info = toKeyInfo(key, bucket?.refilledAt);
  if (key.revokedAt) return info;
  em.assign(key, { revokedAt: await readClock(em), lastUsedAt: info.lastUsedAt });
  await em.flush();
  return { ...info, revokedAt: key.revokedAt ?? null };
}

/**
 * A key with the time of its last use, which is in its bucket or was copied to the key. The later time counts, because a
 * crash of the database empties the buckets.
 */
function toKeyInfo(key: ApiKey, usedAt: Timestamp | undefined): KeyInfo {
  const { id, name, scopes, mode, createdAt, expiresAt, lastUsedAt, revokedAt } = key;
  const [last = null] = [usedAt, lastUsedAt]
    .filter((each) => each != null)
    .toSorted()
    .toReversed();
  return {
    ...{
      id,
      name: name ?? null,
      scopes: scopes ?? null,
      mode,
      createdAt,
      expiresAt: expiresAt ?? null,
      lastUsedAt: last,
    },
    revokedAt: revokedAt ?? null,
  };
}

// Random base64url text may end with `_test`, which would select test mode.
function generateKey(): string {
  const key = `mk_${randomBytes(32).toString("base64url")}`;
  return key.endsWith("_test") ? generateKey() : key;
}
