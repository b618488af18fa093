/**
 * Claims Idempotency-Keys, so that at most one request has an effect under a key. A row per key, API key and mode.
 *
 * Promises: no two requests have an effect under one key within 24 hours. A crash does not free a key.
 * Costs: one statement to claim a batch and one to answer it. A claim waits for a concurrent claim of the same key.
 * Preconditions: a write without the provider claims and answers in one transaction. A write with the provider commits its
 * claim first, and answers when the outcome is stored.
 *
 * @see docs/decisions.md, Idempotency
 */
import { type RawBuilder, sql } from "kysely";
import { isLockTimeoutAt } from "../../db/faults.ts";
import { type EntityManager, prepared, withoutResult } from "../../db/orm.ts";
import { rows } from "../../db/sql/rows.ts";
import { fromPostgres, plusMicroseconds, type Timestamp } from "../../db/timestamp.ts";
import { ApiError } from "../../errors.ts";

/** A request that asks to be the only one with an effect under its key. */
export interface Claim {
  teamId: string;
  apiKeyId: string;
  testMode: boolean;
  key: string;
  /** SHA-256 over method, path, query and body. */
  fingerprint: Buffer;
  now: Timestamp;
}

/** The answer that is kept for a key, to be replayed. */
export interface KeptAnswer {
  status: number;
  body: string;
}

/** A claim with the id of the text that its request creates; null for a request that does not call the provider. */
export interface ResourceClaim {
  claim: Claim;
  resourceId: string | null;
}

/** How long a key is kept after its claim. */
const idempotencyKeyLifetimeMicroseconds = 24 * 60 * 60 * 1_000_000;

/**
 * The state of a key that another request claimed first. `freed`: the key is free again. `mismatch`: that request had
 * another content.
 *
 *     free ──claim──▶ pending ──answer──▶ answered
 *       ▲                │                   │
 *       └── refusal, rollback, or 24 hours after the claim
 */
export type ClaimState =
  | { kind: "answered"; answer: KeptAnswer; resourceId: string | null }
  | { kind: "pending"; resourceId: string | null; since: Timestamp }
  | { kind: "mismatch" }
  | { kind: "freed" };

interface KeptRow {
  fingerprint: Buffer;
  resource_id: string | null;
  status: number | null;
  body: string | null;
  created_at: string;
}

/**
 * Claims keys for a batch of requests, and returns the claims that succeeded. If several claims have the same free key,
 * the first succeeds. This waits for transactions that are claiming the same keys.
 *
 * @throws idempotency_in_progress when such a transaction takes longer than the session's lock timeout
 */
export async function claimIdempotencyKeys(tx: EntityManager, claims: ResourceClaim[]): Promise<Set<Claim>> {
  const firsts = firstClaims(claims.map(({ claim }) => claim));
  const claimed = await insertClaims(
    tx,
    claims.filter(({ claim }) => firsts.has(claim)),
  );
  return new Set([...firsts].filter((claim) => claimed.has(fullIdempotencyKeyOf(claim))));
}

/** The first claim for each key. */
export function firstClaims(claims: Claim[]): Set<Claim> {
  const firsts = new Map<string, Claim>();
  for (const claim of claims) {
    const key = fullIdempotencyKeyOf(claim);
    if (!firsts.has(key)) firsts.set(key, claim);
  }
  return new Set(firsts.values());
}

/** Reads the present states of keys, in the order of the claims. */
export async function findClaims(em: EntityManager, claims: Claim[]): Promise<ClaimState[]> {
  if (claims.length === 0) return [];
  const kept = await sql<KeptRow & { team_id: string; api_key_id: string; test_mode: boolean; key: string }>`
    select k.team_id, k.api_key_id, k.test_mode, k.key, k.fingerprint, k.resource_id, k.status, k.body, k.created_at
    from idempotency_key k join ${idempotencyKeyRows(claims)} on ${isSameIdempotencyKey}
  `.execute(prepared(em));
  const found = new Map(
    kept.rows.map((row) => [fullIdempotencyKey(row.team_id, row.api_key_id, row.test_mode, row.key), row]),
  );
  return claims.map((claim) => stateOf(found.get(fullIdempotencyKeyOf(claim)), claim));
}

function stateOf(row: KeptRow | undefined, claim: Claim): ClaimState {
  if (!row) return { kind: "freed" };
  const since = fromPostgres(row.created_at);
  if (plusMicroseconds(since, idempotencyKeyLifetimeMicroseconds) <= claim.now) return { kind: "freed" };
  if (!row.fingerprint.equals(claim.fingerprint)) return { kind: "mismatch" };
  const { resource_id: resourceId, status, body } = row;
  if (status !== null) return { kind: "answered", answer: { status, body: body ?? "" }, resourceId };
  return { kind: "pending", resourceId, since };
}

/**
 * Keeps the answers of claimed keys, to be replayed until 24 hours after the claim. A key that another request has claimed
 * meanwhile, for another resource, does not change.
 */
export async function keepAnswers(
  tx: EntityManager,
  answers: (ResourceClaim & { answer: KeptAnswer })[],
): Promise<void> {
  if (answers.length === 0) return;
  await sql`
    update idempotency_key k set status = a.status, body = a.body
    from ${rows("a", answers, {
      ...claimColumns,
      status: ["smallint", ({ answer }) => answer.status],
      body: ["text", ({ answer }) => answer.body],
    })}
    where ${isSameClaim}
  `.execute(withoutResult(tx));
}

/** Takes the locks that `keepAnswers` and `releaseClaims` need, in the order in which claiming takes them. */
export async function lockClaims(tx: EntityManager, claims: Claim[]): Promise<void> {
  if (claims.length === 0) return;
  await sql`
    select from idempotency_key k join ${idempotencyKeyRows(claims)} on ${isSameIdempotencyKey}
    order by k.team_id, k.api_key_id, k.test_mode, k.key for update of k
  `.execute(withoutResult(tx));
}

/** Releases the keys of requests that had no effect, except keys that are claimed for another resource by now. */
export async function releaseClaims(tx: EntityManager, claims: ResourceClaim[]): Promise<void> {
  if (claims.length === 0) return;
  await sql`
    delete from idempotency_key k
    using ${rows("a", claims, claimColumns)}
    where ${isSameClaim}
  `.execute(withoutResult(tx));
}

/** Claims the keys that are free, or older than 24 hours, and returns their full keys. */
async function insertClaims(tx: EntityManager, claims: ResourceClaim[]): Promise<Set<string>> {
  if (claims.length === 0) return new Set();
  const inserted = await sql<{ team_id: string; api_key_id: string; test_mode: boolean; key: string }>`
    ${claimFrom(sql`
      select team_id, api_key_id, test_mode, key, fingerprint, resource_id, now, null::smallint, null
      from ${rows("a", claims, {
        ...claimColumns,
        fingerprint: ["bytea", ({ claim }) => claim.fingerprint],
        now: ["timestamptz", ({ claim }) => claim.now],
      })}
    `)}
    returning team_id, api_key_id, test_mode, key
  `
    .execute(prepared(tx))
    .catch(rethrowClaimError);
  return new Set(inserted.rows.map((row) => fullIdempotencyKey(row.team_id, row.api_key_id, row.test_mode, row.key)));
}

/** Rethrows the error of a claiming statement, as idempotency_in_progress if it waited too long for a key's lock. */
export function rethrowClaimError(error: unknown): never {
  throw isLockTimeoutAt(error, "idempotency_key") ? new ApiError("idempotency_in_progress", { cause: error }) : error;
}

/** SQL that claims the free keys of `claims`, whose columns have the order of the insert. */
export const claimFrom = (claims: RawBuilder<unknown>) => sql`
  insert into idempotency_key as k (team_id, api_key_id, test_mode, key, fingerprint, resource_id, created_at, status,
    body)
  ${claims}
  order by team_id, api_key_id, test_mode, key
  on conflict (team_id, api_key_id, test_mode, key) do update
    set fingerprint = excluded.fingerprint, resource_id = excluded.resource_id, created_at = excluded.created_at,
      status = excluded.status, body = excluded.body
    where excluded.created_at - k.created_at >= ${sql.lit(`${idempotencyKeyLifetimeMicroseconds} microseconds`)}::interval`;

const idempotencyKeyRows = (claims: Claim[]) =>
  rows("a", claims, { teamId: "uuid", apiKeyId: "uuid", testMode: "boolean", key: "text" });

const claimColumns = {
  teamId: ["uuid", ({ claim }: ResourceClaim) => claim.teamId],
  apiKeyId: ["uuid", ({ claim }: ResourceClaim) => claim.apiKeyId],
  testMode: ["boolean", ({ claim }: ResourceClaim) => claim.testMode],
  key: ["text", ({ claim }: ResourceClaim) => claim.key],
  resourceId: "uuid",
} as const;

const isSameIdempotencyKey = sql`
  k.team_id = a.team_id and k.api_key_id = a.api_key_id and k.test_mode = a.test_mode and k.key = a.key`;

/** A released key may be claimed for another resource. Writes that call no provider have a null resource. */
const isSameClaim = sql`${isSameIdempotencyKey} and k.resource_id is not distinct from a.resource_id`;

/** The key with its team, API key and mode, as one string. */
export const fullIdempotencyKeyOf = ({ teamId, apiKeyId, testMode, key }: Claim) =>
  fullIdempotencyKey(teamId, apiKeyId, testMode, key);

const fullIdempotencyKey = (teamId: string, apiKeyId: string, testMode: boolean, key: string) =>
  [teamId, apiKeyId, testMode, key].join("\n");
