/**
 * An Idempotency-Key is a small state machine, a row per key, API key and mode:
 *
 *     free ──claim──▶ claimed ──answer──▶ answered ──24 hours──▶ free
 *                        └──definite refusal, or rollback──▶ free
 *
 * A write without a provider call claims and answers in one transaction, so others see only free or answered. A write
 * with one commits the claim with the message it names and answers when it settles; between the two, and for ever
 * after a crash, it is claimed, and nobody calls the provider again for it. Where the outcome is known beforehand, the
 * key is claimed with its answer.
 *
 * @see docs/decisions.md, Idempotency
 */
import { type RawBuilder, sql } from "kysely";
import { byTeam } from "../db/by-team.ts";
import { isLockTimeoutAt } from "../db/faults.ts";
import { type EntityManager, prepared } from "../db/orm.ts";
import { fromPostgres, plusMicroseconds, type Timestamp } from "../db/timestamp.ts";
import { allOf } from "../db/transaction.ts";
import { ApiError } from "../errors.ts";

/** A request's wish to be the one that has an effect under its key. */
export interface Claim {
  teamId: string;
  apiKeyId: string;
  testMode: boolean;
  key: string;
  /** SHA-256 over method, path, query and body. */
  fingerprint: Buffer;
  now: Timestamp;
}

/** The kept answer of a key. */
export interface KeptAnswer {
  status: number;
  body: string;
}

/** A claim with the resource that its request makes; null if it calls no provider. */
export interface Claiming {
  claim: Claim;
  resourceId: string | null;
}

/** How long a key is kept from its claim on. */
const keptMicroseconds = 24 * 60 * 60 * 1_000_000;

/** What became of a key that another request had first. `freed`: nobody has it any more. */
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
 * Claims keys for a list of requests; the claims that succeeded. Of several for one key the first in the list does, if
 * the key is free. Waits for transactions that are claiming the same keys.
 *
 * @throws idempotency_in_progress when such a transaction takes longer than the session's lock timeout
 */
export async function claimKeys(tx: EntityManager, claims: Claiming[]): Promise<Set<Claim>> {
  const firsts = firstClaims(claims.map(({ claim }) => claim));
  const claimed = await insertClaims(
    tx,
    claims.filter(({ claim }) => firsts.has(claim)),
  );
  return new Set([...firsts].filter((claim) => claimed.has(identify(claim))));
}

/** Of several claims for one key the first. */
export function firstClaims(claims: Claim[]): Set<Claim> {
  const firsts = new Map<string, Claim>();
  for (const claim of claims) {
    const identity = identify(claim);
    if (!firsts.has(identity)) firsts.set(identity, claim);
  }
  return new Set(firsts.values());
}

/** The states of keys now, in the order of the claims. */
export async function findClaims(em: EntityManager, claims: Claim[]): Promise<ClaimState[]> {
  if (claims.length === 0) return [];
  const { rows } = await sql<KeptRow & { team_id: string; api_key_id: string; test_mode: boolean; key: string }>`
    select k.team_id, k.api_key_id, k.test_mode, k.key, k.fingerprint, k.resource_id, k.status, k.body, k.created_at
    from idempotency_key k join ${identities(claims)} on ${isSameKey}
  `.execute(prepared(em));
  const found = new Map(rows.map((row) => [identity(row.team_id, row.api_key_id, row.test_mode, row.key), row]));
  return claims.map((claim) => stateOf(found.get(identify(claim)), claim));
}

function stateOf(row: KeptRow | undefined, claim: Claim): ClaimState {
  if (!row) return { kind: "freed" };
  const since = fromPostgres(row.created_at);
  if (plusMicroseconds(since, keptMicroseconds) <= claim.now) return { kind: "freed" };
  if (!row.fingerprint.equals(claim.fingerprint)) return { kind: "mismatch" };
  const { resource_id: resourceId, status, body } = row;
  if (status !== null) return { kind: "answered", answer: { status, body: body ?? "" }, resourceId };
  return { kind: "pending", resourceId, since };
}

/**
 * Keeps the answers of claimed keys, to be replayed for 24 hours. A key that another request has claimed since, for
 * another resource, stays as it is.
 */
export async function keepAnswers(tx: EntityManager, answers: (Claiming & { answer: KeptAnswer })[]): Promise<void> {
  if (answers.length === 0) return;
  await sql`
    update idempotency_key k set status = a.status, body = a.body
    from unnest(${claimColumns(answers)},
      ${answers.map(({ answer }) => answer.status)}::smallint[], ${answers.map(({ answer }) => answer.body)}::text[]
    ) as a (team_id, api_key_id, test_mode, key, resource_id, status, body)
    where ${isSameClaim}
  `.execute(prepared(tx));
}

/** Takes the locks that `keepAnswers` and `releaseClaims` need, in the order in which claiming takes them. */
export async function lockClaims(tx: EntityManager, claims: Claim[]): Promise<void> {
  const locks = byTeam(claims, ({ teamId }) => teamId).map(([teamId, own]) =>
    sql`
      select from idempotency_key k join ${identities(own)} on ${isSameKey}
      where k.team_id = ${teamId}
      order by k.api_key_id, k.test_mode, k.key for update of k
    `.execute(prepared(tx)),
  );
  await allOf(locks);
}

/** Gives claimed keys back, for requests that had no effect. A key that another request has claimed since stays its. */
export async function releaseClaims(tx: EntityManager, claims: Claiming[]): Promise<void> {
  if (claims.length === 0) return;
  await sql`
    delete from idempotency_key k
    using unnest(${claimColumns(claims)}) as a (team_id, api_key_id, test_mode, key, resource_id)
    where ${isSameClaim}
  `.execute(prepared(tx));
}

/** The identities of the keys that were free, or past their 24 hours, and are now claimed. */
async function insertClaims(tx: EntityManager, claims: Claiming[]): Promise<Set<string>> {
  if (claims.length === 0) return new Set();
  const { rows } = await sql<{ team_id: string; api_key_id: string; test_mode: boolean; key: string }>`
    ${claimFrom(sql`
      select *, null::smallint, null from unnest(
        ${identityColumns(claims.map(({ claim }) => claim))},
        ${claims.map(({ claim }) => claim.fingerprint)}::bytea[], ${claims.map(({ resourceId }) => resourceId)}::uuid[],
        ${claims.map(({ claim }) => claim.now)}::timestamptz[]
      ) as a (team_id, api_key_id, test_mode, key)
    `)}
    returning team_id, api_key_id, test_mode, key
  `
    .execute(prepared(tx))
    .catch(inProgress);
  return new Set(rows.map((row) => identity(row.team_id, row.api_key_id, row.test_mode, row.key)));
}

/** Fails like a statement that claims keys. If it waited too long for another transaction with one, it says so. */
export function inProgress(error: unknown): never {
  throw isLockTimeoutAt(error, "idempotency_key") ? new ApiError("idempotency_in_progress", { cause: error }) : error;
}

/** SQL that claims the keys of rows, which have all columns of a key in the order of this one, where they are free. */
export const claimFrom = (rows: RawBuilder<unknown>) => sql`
  insert into idempotency_key as k (team_id, api_key_id, test_mode, key, fingerprint, resource_id, created_at, status,
    body)
  ${rows}
  order by team_id, api_key_id, test_mode, key
  on conflict (team_id, api_key_id, test_mode, key) do update
    set fingerprint = excluded.fingerprint, resource_id = excluded.resource_id, created_at = excluded.created_at,
      status = excluded.status, body = excluded.body
    where excluded.created_at - k.created_at >= ${sql.lit(`${keptMicroseconds} microseconds`)}::interval`;

const identities = (claims: Claim[]) =>
  sql`unnest(${identityColumns(claims)}) as a (team_id, api_key_id, test_mode, key)`;

const identityColumns = (claims: Claim[]) => sql`
  ${claims.map(({ teamId }) => teamId)}::uuid[], ${claims.map(({ apiKeyId }) => apiKeyId)}::uuid[],
  ${claims.map(({ testMode }) => testMode)}::boolean[], ${claims.map(({ key }) => key)}::text[]`;

const claimColumns = (claims: Claiming[]) => sql`
  ${identityColumns(claims.map(({ claim }) => claim))}, ${claims.map(({ resourceId }) => resourceId)}::uuid[]`;

const isSameKey = sql`
  k.team_id = a.team_id and k.api_key_id = a.api_key_id and k.test_mode = a.test_mode and k.key = a.key`;

/** A key that was given back may be claimed for another resource. Writes that call no provider have none. */
const isSameClaim = sql`${isSameKey} and k.resource_id is not distinct from a.resource_id`;

/** The same for all requests with one key. */
export const identify = ({ teamId, apiKeyId, testMode, key }: Claim) => identity(teamId, apiKeyId, testMode, key);

const identity = (teamId: string, apiKeyId: string, testMode: boolean, key: string) =>
  [teamId, apiKeyId, testMode, key].join("\n");
