/**
 * Admits requests by API key: finds the key's team, takes a token from the key's bucket and reads the database clock.
 * Promises: a key never gets more requests than its bucket allows, counted over all processes. A revoked key and
 * a suspended team are refused within 100 ms, in every process.
 * Costs: one statement for all requests that wait. If four of them have the same key, the statement also takes tokens in
 * advance, at most 1 % of a bucket. They admit the next requests from memory, for 100 ms.
 * Preconditions: all processes have the same rate limit, and each process makes one admission.
 */
import { hash } from "node:crypto";
import { createBatcher, type Result } from "../batcher.ts";
import { failFastWhileAway } from "../db/alone.ts";
import type { Orm } from "../db/orm.ts";
import { plusMicroseconds, type Timestamp } from "../db/timestamp.ts";
import { ApiError } from "../errors.ts";
import { type RateLimit, type TakenTokens, takeTokens } from "./take-tokens.ts";

/** The answer for a valid key: the request may proceed, or the key's bucket is empty. */
export interface Admission {
  teamId: string;
  apiKeyId: string;
  /** Whether the key had the suffix `_test`. */
  testMode: boolean;
  /** Whether the team's license covers live requests now. */
  licensed: boolean;
  /** The time by the database's clock. */
  now: Timestamp;
  /** Whole requests that are left in the bucket. */
  remaining: number;
  secondsUntilFull: number;
  /** Undefined if the request is admitted; otherwise whole seconds until the next token. */
  retryAfterSeconds: number | undefined;
}

/** A request that asks for a token. */
interface TokenRequest {
  /** The hash of the API key, in hex. */
  keyHash: string;
  testMode: boolean;
}

/** The tokens that one statement took for a key. The requests of its batch use them first, then later requests. */
interface Lease {
  taken: TakenTokens;
  tokensLeft: number;
  tokensUsed: number;
  /** The time at which the statement answered, by `performance.now()`. */
  takenAt: number;
  /** The time after which the tokens admit no further requests, by the same clock. */
  expiresAt: number;
}

/** How long tokens that were taken in advance are valid. */
const leaseMilliseconds = 100;

/** The number of waiting requests of a key from which on tokens are taken in advance. */
const minRequestsForAdvance = 4;

const testSuffix = "_test";

/** The form in which a key is stored and looked up. */
export const hashKey = (key: string): Buffer => Buffer.from(hexHashOf(key), "hex");

const hexHashOf = (key: string): string => hash("sha256", key, "hex");

/**
 * Returns the function that admits a request by its key.
 *
 * @throws missing_team_context for a key that is not valid
 * @see docs/decisions.md, Rate limit
 */
export function createAdmission(orm: Orm, rateLimit: RateLimit): (key: string) => Promise<Admission> {
  const leases = new Map<string, Lease>();

  /** Admits a request from memory. Undefined if the key's lease has no token left or has expired. */
  function admitInAdvance({ keyHash, testMode }: TokenRequest): Admission | undefined {
    const lease = leases.get(keyHash);
    const isUsable = lease && lease.tokensLeft > 0 && performance.now() < lease.expiresAt;
    return isUsable ? admitFrom(lease, testMode, rateLimit) : undefined;
  }

  async function admitBatch(requests: TokenRequest[]): Promise<Result<Admission>[]> {
    // The previous batch may have taken tokens in advance while these requests waited.
    const admittedInAdvance = requests.map(admitInAdvance);
    const newLeases = await takeLeases(requests.filter((_, index) => !admittedInAdvance[index]));
    const results = requests.map(({ keyHash, testMode }, index): Result<Admission> => {
      const lease = newLeases.get(keyHash);
      const admission = admittedInAdvance[index] ?? (lease && admitFrom(lease, testMode, rateLimit));
      return admission ? { ok: true, value: admission } : { ok: false, error: new ApiError("missing_team_context") };
    });
    for (const [keyHash, lease] of newLeases) if (lease.tokensLeft > 0) leases.set(keyHash, lease);
    return results;
  }

  /**
   * Takes a new lease for each valid key of the requests. The tokens that are left of the key's old lease go into the new
   * lease. If they are more than it needs, the statement puts the surplus back into the bucket.
   */
  async function takeLeases(requests: TokenRequest[]): Promise<Map<string, Lease>> {
    if (requests.length === 0) return new Map();
    const groups = [...Map.groupBy(requests, ({ keyHash }) => keyHash)].map(([keyHash, { length }]) => {
      const { tokensLeft = 0, tokensUsed = 0 } = leases.get(keyHash) ?? {};
      leases.delete(keyHash);
      const maxAdvance = Math.floor(rateLimit.burst / 100);
      const advance = length < minRequestsForAdvance ? 0 : Math.min(2 * Math.max(tokensUsed, length), maxAdvance);
      return { keyHash, tokensLeft, count: length + advance - tokensLeft };
    });
    const startedAt = performance.now();
    const rows = await takeTokens(orm, rateLimit, groups);
    const takenAt = performance.now();
    return new Map(
      groups.flatMap(({ keyHash, tokensLeft }) => {
        const taken = rows.get(keyHash);
        if (!taken) return [];
        const expiresAt = Math.min(takenAt + leaseMilliseconds, startedAt + millisecondsUntilExpiry(taken));
        return [[keyHash, { taken, tokensLeft: tokensLeft + taken.granted, tokensUsed: 0, takenAt, expiresAt }]];
      }),
    );
  }

  const admitInBatch = createBatcher({
    run: admitBatch,
    runAlone: failFastWhileAway(async (request: TokenRequest) => (await admitBatch([request]))[0]!),
  });
  return async (key) => {
    const request = readKey(key);
    return admitInAdvance(request) ?? admitInBatch(request);
  };
}

/** How long a key stays valid, rounded down to milliseconds. */
function millisecondsUntilExpiry({ now, expires_at }: TakenTokens): number {
  return expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at) - Date.parse(now) - 1;
}

function readKey(key: string): TokenRequest {
  const testMode = key.endsWith(testSuffix);
  return { testMode, keyHash: hexHashOf(testMode ? key.slice(0, -testSuffix.length) : key) };
}

/** Admits a request by the next token of a lease, or refuses it if the lease has no token left. */
function admitFrom(lease: Lease, testMode: boolean, { burst, perSecond }: RateLimit): Admission {
  const { taken, takenAt } = lease;
  const isAdmitted = lease.tokensLeft > 0;
  if (isAdmitted) {
    lease.tokensLeft -= 1;
    lease.tokensUsed += 1;
  }
  const milliseconds = performance.now() - takenAt;
  const tokens = Math.min(burst, taken.tokens + lease.tokensLeft + (milliseconds * perSecond) / 1_000);
  const now = plusMicroseconds(taken.now, Math.floor(milliseconds * 1_000));
  return {
    teamId: taken.team_id,
    apiKeyId: taken.api_key_id,
    testMode,
    licensed: taken.status === "active" && (!taken.licensed_until || taken.licensed_until > now),
    now,
    remaining: Math.floor(tokens),
    secondsUntilFull: Math.ceil((burst - tokens) / perSecond),
    retryAfterSeconds: isAdmitted ? undefined : Math.max(1, Math.ceil((1 - tokens) / perSecond)),
  };
}
