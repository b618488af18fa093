/**
 * The API keys that a process has read, with their teams. They stay in memory, so that a request costs no look-up of its
 * key. The statement that takes the request's token returns the revision of all keys and teams. A key that was read at
 * another revision is read again.
 *
 * Promises: a change of a key or a team applies from the next request on, in every process. A change by SQL alone, which
 * leaves the revision as it is, applies within a quarter of a second.
 * Costs: about 1 KB for each of the 10,000 keys that were read last. Unknown keys are never kept.
 */
import { sql } from "kysely";
import { createBatcher, type Result } from "../db/commit/batcher.ts";
import { readAnywhere } from "../db/commit/each-place.ts";
import { failFastWhileAway } from "../db/commit/fail-fast.ts";
import { type Orm, prepared } from "../db/orm.ts";
import type { KeyMode } from "../db/schema/entities/api-key.ts";
import { rows } from "../db/sql/rows.ts";
import { fromPostgres, type Timestamp } from "../db/timestamp.ts";
import { type KeyRights, type RightsRow, rightsOf } from "../operations/key-rights.ts";

const maxKeys = 10_000;

const maxAgeMilliseconds = 250;

/** A key that is not revoked, with its team. It may have expired. */
export interface KnownKey {
  id: string;
  teamId: string;
  mode: KeyMode;
  rights: KeyRights;
  expiresAt: Timestamp | null;
  teamStatus: "active" | "suspended";
  licensedUntil: Timestamp | null;
  /** The revision of all keys and teams at the time of the read. */
  revision: number;
}

interface KeptKey extends KnownKey {
  /** When the read began, in milliseconds of `performance.now()`. */
  readAt: number;
}

/**
 * Finds a key by the hex form of its hash. Undefined if the key is unknown or revoked. By default, the key may have been read
 * at any revision.
 */
export type FindKey = (keyHash: string, revision?: number) => Promise<KnownKey | undefined>;

export function createKeyFinder(orm: Orm): FindKey {
  const kept = new Map<string, KeptKey>();

  async function readBatch(hashes: string[]): Promise<Result<KeptKey | undefined>[]> {
    const found = await readKeys(orm, [...new Set(hashes)]);
    return hashes.map((hash) => ({ ok: true, value: found.get(hash) }));
  }
  const readKey = createBatcher({
    run: readBatch,
    retry: { alone: failFastWhileAway(async (hash: string) => (await readBatch([hash]))[0]!) },
  });

  return async (keyHash, revision) => {
    const known = kept.get(keyHash);
    const isYoung = known && performance.now() < known.readAt + maxAgeMilliseconds;
    if (isYoung && (revision === undefined || known.revision === revision)) return known;
    kept.delete(keyHash);
    const key = await readKey(keyHash);
    if (!key) return undefined;
    kept.set(keyHash, key);
    // A map has its keys in the order of their insertion, so the first one was read the longest ago.
    if (kept.size > maxKeys) kept.delete(kept.keys().next().value!);
    return key;
  };
}

interface KeyRow extends RightsRow {
  key_hash: Buffer;
  id: string;
  team_id: string;
  mode: KeyMode;
  expires_at: string | null;
  status: "active" | "suspended";
  licensed_until: string | null;
  revision: number;
}

/** The keys by their hashes, without those that are unknown or revoked. */
async function readKeys(orm: Orm, hashes: string[]): Promise<Map<string, KeptKey>> {
  const readAt = performance.now();
  const asked = rows("a", hashes, { keyHash: ["bytea", (hash) => Buffer.from(hash, "hex")] });
  const found = await readAnywhere(orm, (em) =>
    sql<KeyRow>`
      select k.key_hash, k.id, k.team_id, k.mode, k.scopes, k.recipients, k.segments_per_day, k.hold, k.known_by,
        k.expires_at, t.status, t.licensed_until, t.quiet_hours, t.erasure_key, (select revision from key_revision) as revision
      from ${asked}
      join api_key k on k.key_hash = a.key_hash and k.revoked_at is null
      join team t on t.id = k.team_id
    `.execute(prepared(em)),
  );
  return new Map(found.rows.map((row) => [row.key_hash.toString("hex"), keptKeyOf(row, readAt)]));
}

const keptKeyOf = (row: KeyRow, readAt: number): KeptKey => ({
  id: row.id,
  teamId: row.team_id,
  mode: row.mode,
  rights: rightsOf(row),
  expiresAt: row.expires_at === null ? null : fromPostgres(row.expires_at),
  teamStatus: row.status,
  licensedUntil: row.licensed_until === null ? null : fromPostgres(row.licensed_until),
  revision: row.revision,
  readAt,
});
