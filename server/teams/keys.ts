import { randomBytes } from "node:crypto";
import { readClock } from "../db/clock.ts";
import { isId, newId } from "../db/columns.ts";
import { ApiKey } from "../db/entities/api-key.ts";
import { RateBucket } from "../db/entities/rate-bucket.ts";
import type { Team } from "../db/entities/team.ts";
import type { EntityManager } from "../db/orm.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { hashKey } from "./admit.ts";
import { TeamError } from "./teams.ts";

interface KeyOptions {
  /** The key's text; by default a random one of 256 bits. */
  key?: string | undefined;
  /** What its users call it; keys may share a name. */
  name?: string | undefined;
  /** By default it never expires. */
  expiresAt?: Timestamp | undefined;
}

/** A new key; its text exists only here and with whoever is told. */
export interface NewKey extends Pick<KeyInfo, "id" | "name" | "expiresAt"> {
  key: string;
}

/** What is known of a key. */
export interface KeyInfo {
  id: string;
  name: string | null;
  createdAt: Timestamp;
  expiresAt: Timestamp | null;
  lastUsedAt: Timestamp | null;
  revokedAt: Timestamp | null;
}

/** Makes an API key for a team. @throws TeamError for a name without a character, or an expiry that is over */
export async function createKey(
  em: EntityManager,
  team: Team,
  { key = generateKey(), name, expiresAt }: KeyOptions = {},
): Promise<NewKey> {
  const createdAt = await readClock(em);
  if (name !== undefined && (name.trim() === "" || name.length > 255)) {
    throw new TeamError("invalid", "A key's name has 1 to 255 characters, not only white space.");
  }
  if (expiresAt !== undefined && expiresAt <= createdAt) {
    throw new TeamError("invalid", `A key expires in the future, not at ${expiresAt}.`);
  }
  const id = newId();
  const details = { name: name ?? null, expiresAt: expiresAt ?? null };
  em.create(ApiKey, { id, teamId: team.id, keyHash: hashKey(key), createdAt, ...details });
  await em.flush();
  return { id, key, ...details };
}

/** A team's keys, revoked and expired ones too, the oldest first. */
export async function listKeys(em: EntityManager, team: Team): Promise<KeyInfo[]> {
  const keys = await em.find(ApiKey, { teamId: team.id }, { orderBy: { createdAt: "asc", id: "asc" } });
  const buckets = await em.find(RateBucket, { teamId: team.id });
  const uses = new Map(buckets.map(({ apiKeyId, refilledAt }) => [apiKeyId, refilledAt]));
  return keys.map((key) => describe(key, uses.get(key.id)));
}

/**
 * Ends a key's life, from the next request on, and keeps the time of its last use. A revoked key stays as it is.
 *
 * @throws TeamError if there is no such key
 */
export async function revokeKey(em: EntityManager, id: string): Promise<KeyInfo> {
  const key = isId(id) ? await em.findOne(ApiKey, { id }) : null;
  if (!key) throw new TeamError("not_found", `There is no API key ${id}.`);
  const bucket = await em.findOne(RateBucket, { teamId: key.teamId, apiKeyId: id });
  const info = describe(key, bucket?.refilledAt);
  if (key.revokedAt) return info;
  em.assign(key, { revokedAt: await readClock(em), lastUsedAt: info.lastUsedAt });
  await em.flush();
  return { ...info, revokedAt: key.revokedAt ?? null };
}

/** A key with its last use: what its bucket says, or what was copied from the bucket before a crash emptied it. */
function describe(key: ApiKey, usedAt: Timestamp | undefined): KeyInfo {
  const { id, name, createdAt, expiresAt, lastUsedAt, revokedAt } = key;
  const [last = null] = [usedAt, lastUsedAt]
    .filter((each) => each != null)
    .toSorted()
    .toReversed();
  return {
    ...{ id, name: name ?? null, createdAt, expiresAt: expiresAt ?? null, lastUsedAt: last },
    revokedAt: revokedAt ?? null,
  };
}

// base64url may end in any letter, and `_test` would select test mode.
function generateKey(): string {
  const key = `mk_${randomBytes(32).toString("base64url")}`;
  return key.endsWith("_test") ? generateKey() : key;
}
