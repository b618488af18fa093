import { randomBytes } from "node:crypto";
import type { KeyScope } from "../../generated/operations.ts";
import { readClock } from "../db/clock.ts";
import type { EntityManager } from "../db/orm.ts";
import { ApiKey, type KeyHold, type KeyMode, type KnownBy } from "../db/schema/entities/api-key.ts";
import { DoorSecret } from "../db/schema/entities/door-secret.ts";
import { RateBucket } from "../db/schema/entities/rate-bucket.ts";
import type { Team } from "../db/schema/entities/team.ts";
import { isId, newId } from "../db/schema/ids.ts";
import type { Timestamp } from "../db/timestamp.ts";
import { addCommandEvent } from "../operations/audit/add-command-event.ts";
import { hashKey } from "./api-key.ts";
import { checkHold, checkOptions, type KeyOptions } from "./key-options.ts";
import { noteKeyChange } from "./key-revision.ts";
import { TeamError } from "./teams.ts";

/** A new key. The database stores only the hash of `key`, so this is the only time that it can be shown. */
export interface NewKey extends Omit<KeyInfo, "createdAt" | "lastUsedAt" | "revokedAt" | "door"> {
  key: string;
}

/** A key as operators see it. */
export interface KeyInfo {
  id: string;
  name: string | null;
  /** Null: all scopes but those that must be named. */
  scopes: KeyScope[] | null;
  mode: KeyMode;
  /** Null: any phone. */
  recipients: string[] | null;
  /** Null: any number. */
  segmentsPerDay: number | null;
  /** Which of its texts wait for an approval. */
  hold: KeyHold;
  /** What makes a recipient known; null unless texts to new recipients wait. */
  knownBy: KnownBy | null;
  createdAt: Timestamp;
  expiresAt: Timestamp | null;
  lastUsedAt: Timestamp | null;
  revokedAt: Timestamp | null;
  /** The door whose token it is, which keeps its plain text; null for any other key. */
  door: string | null;
}

/**
 * Creates an API key for a team. By default the key itself is random, with 256 bits.
 *
 * @throws TeamError for an option that is not valid
 */
export async function createKey(
  em: EntityManager,
  team: Team,
  { key = generateKey(), ...options }: KeyOptions & { key?: string | undefined } = {},
): Promise<NewKey> {
  const createdAt = await readClock(em);
  const id = newId();
  const details = {
    name: null,
    scopes: null,
    mode: "any" as const,
    recipients: null,
    segmentsPerDay: null,
    hold: "none" as const,
    knownBy: "outbound" as const,
    expiresAt: null,
    ...checkOptions(options, createdAt),
  };
  checkHold(details);
  em.create(ApiKey, { id, teamId: team.id, keyHash: hashKey(key), createdAt, ...details });
  addCommandEvent(em, { teamId: team.id, now: createdAt, command: "keys create", target: id });
  await em.flush();
  return { id, key, ...details, knownBy: shownKnownBy(details) };
}

/**
 * Changes the given options of a key, which apply from the next request on, in every process.
 *
 * @throws TeamError if the key does not exist or is revoked, or for an option that is not valid
 */
export async function updateKey(em: EntityManager, id: string, options: KeyOptions): Promise<KeyInfo> {
  const key = await findKey(em, id);
  if (key.revokedAt) throw new TeamError("conflict", `The API key ${id} is revoked.`);
  const now = await readClock(em);
  em.assign(key, checkOptions(options, now));
  checkHold({ scopes: key.scopes ?? null, hold: key.hold, knownBy: key.knownBy });
  noteKeyChange(em);
  addCommandEvent(em, { teamId: key.teamId, now, command: "keys update", target: id });
  await em.flush();
  return readInfo(em, key);
}

/** A team's keys with the oldest first, including revoked and expired keys. */
export async function listKeys(em: EntityManager, team: Team): Promise<KeyInfo[]> {
  const keys = await em.find(ApiKey, { teamId: team.id }, { orderBy: { createdAt: "asc", id: "asc" } });
  const buckets = await em.find(RateBucket, { teamId: team.id });
  const uses = new Map(buckets.map(({ apiKeyId, refilledAt }) => [apiKeyId, refilledAt]));
  const tokens = await em.find(DoorSecret, { teamId: team.id });
  const doors = new Map(tokens.map(({ apiKeyId, door }) => [apiKeyId, door]));
  return keys.map((key) => toKeyInfo(key, uses.get(key.id), doors.get(key.id)));
}

/**
 * Revokes a key and records the time of its last use. Every process refuses it from the next request on. A key that is
 * revoked already does not change.
 *
 * @throws TeamError if the key does not exist
 */
export async function revokeKey(em: EntityManager, id: string): Promise<KeyInfo> {
  const key = await findKey(em, id);
  const info = await readInfo(em, key);
  if (key.revokedAt) return info;
  const now = await readClock(em);
  em.assign(key, { revokedAt: now, lastUsedAt: info.lastUsedAt });
  noteKeyChange(em);
  addCommandEvent(em, { teamId: key.teamId, now, command: "keys revoke", target: id });
  await em.flush();
  return { ...info, revokedAt: key.revokedAt ?? null };
}

async function findKey(em: EntityManager, id: string): Promise<ApiKey> {
  const key = isId(id) ? await em.findOne(ApiKey, { id }) : null;
  if (!key) throw new TeamError("not_found", `There is no API key ${id}.`);
  return key;
}

async function readInfo(em: EntityManager, key: ApiKey): Promise<KeyInfo> {
  const { teamId, id: apiKeyId } = key;
  const bucket = await em.findOne(RateBucket, { teamId, apiKeyId });
  const token = await em.findOne(DoorSecret, { teamId, apiKeyId });
  return toKeyInfo(key, bucket?.refilledAt, token?.door);
}

/**
 * A key with the time of its last use, which is in its bucket or was copied to the key. The later time counts, because a
 * crash of the database empties the buckets.
 */
function toKeyInfo(key: ApiKey, usedAt: Timestamp | undefined, door: string | undefined): KeyInfo {
  const { id, name, scopes, mode, recipients, segmentsPerDay, createdAt, expiresAt, lastUsedAt, revokedAt } = key;
  const [last = null] = [usedAt, lastUsedAt]
    .filter((each) => each != null)
    .toSorted()
    .toReversed();
  return {
    id,
    name: name ?? null,
    scopes: scopes ?? null,
    mode,
    recipients: recipients ?? null,
    segmentsPerDay: segmentsPerDay ?? null,
    hold: key.hold,
    knownBy: shownKnownBy(key),
    createdAt,
    expiresAt: expiresAt ?? null,
    lastUsedAt: last,
    revokedAt: revokedAt ?? null,
    door: door ?? null,
  };
}

const shownKnownBy = ({ hold, knownBy }: { hold: KeyHold; knownBy: KnownBy }) =>
  hold === "new_recipients" ? knownBy : null;

// Random base64url text may end with `_test`, which would select test mode.
function generateKey(): string {
  const key = `mk_${randomBytes(32).toString("base64url")}`;
  return key.endsWith("_test") ? generateKey() : key;
}
