import { hash } from "node:crypto";
import { sql } from "kysely";
import { createBatcher, type Result } from "../batcher.ts";
import { type Orm, prepared } from "../db/orm.ts";
import { fromPostgres, type Timestamp } from "../db/timestamp.ts";
import { ApiError } from "../errors.ts";

/** The size of every API key's token bucket and how fast it fills again. */
export interface RateLimit {
  burst: number;
  perSecond: number;
}

/** A request that may go on, or that its key has no token left for. */
export interface Admission {
  teamId: string;
  apiKeyId: string;
  /** Whether the key had the suffix `_test`. */
  testMode: boolean;
  /** Whether the team's license covers live requests now. */
  licensed: boolean;
  /** The database's clock. */
  now: Timestamp;
  /** Whole requests that are left in the bucket. */
  remaining: number;
  secondsUntilFull: number;
  /** Undefined: admitted. Otherwise whole seconds until the next token. */
  retryAfterSeconds: number | undefined;
}

const testSuffix = "_test";

/** What is kept of a key, and how it is found again. */
export const hashKey = (key: string): Buffer => hash("sha256", key, "buffer");

interface AdmissionRow {
  key_hash: Buffer;
  team_id: string;
  api_key_id: string;
  status: "active" | "suspended";
  licensed_until: string | null;
  now: string;
  tokens: number;
  granted: number;
}

/**
 * Admits requests by their API keys, many at a time: one statement finds the keys' teams, takes the tokens from their
 * buckets and reads the clock. The buckets are rows, so all processes on a database share them, and a key that was
 * revoked or a team that was suspended is so for everybody at once.
 *
 * @throws missing_team_context for a key that is not valid
 */
export function createAdmission(orm: Orm, rateLimit: RateLimit): (key: string) => Promise<Admission> {
  return createBatcher<string, Admission>({ run: (keys) => admit(orm, rateLimit, keys) });
}

async function admit(orm: Orm, rateLimit: RateLimit, keys: string[]): Promise<Result<Admission>[]> {
  const known = new Map([...new Set(keys)].map((key) => [key, identify(key)]));
  const asked = keys.map((key) => known.get(key)!);
  const groups = [...Map.groupBy(asked, ({ identity }) => identity).values()];
  const rows = await takeTokens(
    orm,
    rateLimit,
    groups.map((group) => ({ keyHash: group[0]!.keyHash, count: group.length })),
  );
  const byIdentity = new Map(rows.map((row) => [row.key_hash.toString("hex"), row]));

  const seen = new Map<string, number>();
  return asked.map(({ identity, testMode }) => {
    const row = byIdentity.get(identity);
    if (!row) return { ok: false, error: new ApiError("missing_team_context") };
    const turn = (seen.get(identity) ?? 0) + 1;
    seen.set(identity, turn);
    return { ok: true, value: present(row, turn, testMode, rateLimit) };
  });
}

function identify(key: string) {
  const testMode = key.endsWith(testSuffix);
  const keyHash = hashKey(testMode ? key.slice(0, -testSuffix.length) : key);
  return { testMode, keyHash, identity: keyHash.toString("hex") };
}

/** The `turn`-th of the requests that came with one key in one statement. */
function present(row: AdmissionRow, turn: number, testMode: boolean, { burst, perSecond }: RateLimit): Admission {
  // What the later ones of the same statement took is still there for this one to see.
  const tokens = row.tokens + Math.max(0, row.granted - turn);
  const now = fromPostgres(row.now);
  return {
    teamId: row.team_id,
    apiKeyId: row.api_key_id,
    testMode,
    licensed: row.status === "active" && (!row.licensed_until || fromPostgres(row.licensed_until) > now),
    now,
    remaining: Math.floor(tokens),
    secondsUntilFull: Math.ceil((burst - tokens) / perSecond),
    retryAfterSeconds: turn <= row.granted ? undefined : Math.max(1, Math.ceil((1 - tokens) / perSecond)),
  };
}

/** Takes up to `count` tokens from each key's bucket. A bucket that is not there is full. */
async function takeTokens(
  orm: Orm,
  { burst, perSecond }: RateLimit,
  asked: { keyHash: Buffer; count: number }[],
): Promise<AdmissionRow[]> {
  const available = sql`least(
    ${burst}::float8,
    b.tokens + greatest(0, extract(epoch from excluded.refilled_at - b.refilled_at)) * ${perSecond}::float8
  )`;
  const granted = sql`least(excluded.asked, floor(${available})::int)`;
  const { rows } = await sql<AdmissionRow>`
    with admitted as materialized (
      select k.id, k.team_id, k.key_hash, t.status, t.licensed_until, a.asked, clock_timestamp() as now
      from unnest(${asked.map(({ keyHash }) => keyHash)}::bytea[], ${asked.map(({ count }) => count)}::int[])
        as a (key_hash, asked)
      join api_key k on k.key_hash = a.key_hash and k.revoked_at is null
      join team t on t.id = k.team_id
    ), bucket as (
      insert into rate_bucket as b (team_id, api_key_id, tokens, asked, granted, refilled_at)
      select team_id, id, ${burst}::int - least(asked, ${burst}::int), asked, least(asked, ${burst}::int), now
      from admitted order by team_id, id
      on conflict (team_id, api_key_id) do update set
        tokens = ${available} - ${granted},
        granted = ${granted},
        asked = excluded.asked,
        refilled_at = greatest(b.refilled_at, excluded.refilled_at)
      returning b.api_key_id, b.tokens, b.granted
    )
    select a.key_hash, a.team_id, a.id as api_key_id, a.status, a.licensed_until, a.now, b.tokens, b.granted
    from admitted a join bucket b on b.api_key_id = a.id
  `.execute(prepared(orm.em));
  return rows;
}
