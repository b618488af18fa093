/**
 * Takes tokens from the buckets of API keys, one for each request.
 *
 * Promises: the requests of a key are admitted as its bucket allows, counted over all processes, and no others are refused.
 * Costs: one statement for a batch of requests.
 * Preconditions: all processes have the same rate limit.
 */
import { sql } from "kysely";
import { createBatcher, type Result } from "../db/commit/batcher.ts";
import { batchByPlace } from "../db/commit/each-place.ts";
import { failFastWhileAway } from "../db/commit/fail-fast.ts";
import { transactOfTeam } from "../db/commit/of-teams.ts";
import { type EntityManager, type Orm, prepared } from "../db/orm.ts";
import { rows } from "../db/sql/rows.ts";
import { fromPostgres, type Timestamp } from "../db/timestamp.ts";
import type { RunBatch } from "../db/transaction.ts";

/** The size of every API key's token bucket and the rate at which it refills. */
export interface RateLimit {
  burst: number;
  perSecond: number;
}

/** Names a bucket: it belongs to a key of a team. */
export interface BucketName {
  teamId: string;
  apiKeyId: string;
}

/** The result of a request for a token. */
export interface TakenToken {
  /** Whether the bucket had a token for the request. */
  isGranted: boolean;
  /** The tokens that the bucket has left; less than one if none was granted. */
  left: number;
  /** The time by the database's clock. */
  now: Timestamp;
  /** The revision of all keys and teams. */
  revision: number;
}

interface BucketRow {
  api_key_id: string;
  tokens: number;
  granted: number;
  now: string;
  revision: number;
}

/** Returns the function that takes a token from a bucket. A key without a bucket row has a full bucket. */
export function createTokenTaker(orm: Orm, limit: RateLimit): (bucket: BucketName) => Promise<TakenToken> {
  const take = async (em: EntityManager, buckets: BucketName[]) => {
    const asked = [...Map.groupBy(buckets, ({ apiKeyId }) => apiKeyId).values()].map((each) => ({
      ...each[0]!,
      asked: each.length,
    }));
    const found = await takeRows(limit, asked).execute(prepared(em));
    return handOut(buckets, found.rows);
  };

  const takeAlone = async (bucket: BucketName) =>
    (await transactOfTeam(orm, bucket.teamId, (tx) => take(tx, [bucket])))[0]!;
  const alone = failFastWhileAway(takeAlone);
  return batchByPlace(orm, <Each extends BucketName>(runBatch: RunBatch<Each>) =>
    createBatcher<Each, TakenToken>({ run: (buckets) => runBatch(buckets, take), retry: { alone } }),
  );
}

/** Takes up to `asked` tokens from each bucket. Rows are locked in one order, so that two processes do not deadlock. */
function takeRows({ burst, perSecond }: RateLimit, asked: (BucketName & { asked: number })[]) {
  const columns = { teamId: "uuid", apiKeyId: "uuid", asked: "int" } as const;
  // Earlier versions could leave less than no tokens.
  const available = sql`least(
    ${burst}::float8,
    greatest(0, b.tokens) + greatest(0, extract(epoch from excluded.refilled_at - b.refilled_at)) * ${perSecond}::float8
  )`;
  const granted = sql`least(excluded.granted, floor(${available})::int)`;
  return sql<BucketRow>`
      insert into rate_bucket as b (team_id, api_key_id, tokens, granted, refilled_at)
      select team_id, api_key_id, ${burst}::int - least(asked, ${burst}::int), least(asked, ${burst}::int), clock_timestamp()
      from ${rows("a", asked, columns)} order by team_id, api_key_id
      on conflict (team_id, api_key_id) do update set
        tokens = ${available} - ${granted},
        granted = ${granted},
        refilled_at = greatest(b.refilled_at, excluded.refilled_at)
      returning b.api_key_id, b.tokens, b.granted, clock_timestamp() as now,
        (select revision from key_revision) as revision`;
}

/** Hands the granted tokens of each bucket out to its requests, in their order. */
function handOut(buckets: BucketName[], found: BucketRow[]): Result<TakenToken>[] {
  const byKey = new Map(found.map((row) => [row.api_key_id, { ...row, handedOut: 0, now: fromPostgres(row.now) }]));
  return buckets.map(({ apiKeyId }) => {
    const bucket = byKey.get(apiKeyId)!;
    const isGranted = bucket.handedOut < bucket.granted;
    if (isGranted) bucket.handedOut += 1;
    const left = bucket.tokens + bucket.granted - bucket.handedOut;
    return { ok: true, value: { isGranted, left, now: bucket.now, revision: bucket.revision } };
  });
}
