import { hash } from "node:crypto";
import { createBatcher, type Result } from "../batcher.ts";
import { failFastWhileAway } from "../db/alone.ts";
import type { Orm } from "../db/orm.ts";
import { plusMicroseconds, type Timestamp } from "../db/timestamp.ts";
import { ApiError } from "../errors.ts";
import { type RateLimit, type TakenTokens, takeTokens } from "./take-tokens.ts";

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

/** A request that asks for a token: the hash of its key, in hex. */
interface Asked {
  identity: string;
  testMode: boolean;
}

/** The tokens that one statement took for a key: for who waited for it, and ahead for who comes next. */
interface Lease {
  taken: TakenTokens;
  left: number;
  used: number;
  /** When they were taken, by `performance.now()`. */
  began: number;
  /** Until when they are of use, by the same clock. */
  ends: number;
}

/** For how long tokens that were taken ahead are of use, in milliseconds. */
const leaseTime = 100;

/** From how many requests of a key at once on tokens are taken ahead. */
const several = 4;

const testSuffix = "_test";

/** What is kept of a key, and how it is found again. */
export const hashKey = (key: string): Buffer => Buffer.from(digest(key), "hex");

const digest = (key: string): string => hash("sha256", key, "hex");

/**
 * Admits requests by their API keys, many at a time: one statement finds the keys' teams, takes the tokens from their
 * buckets and reads the clock. The buckets are rows, so all processes on a database share them.
 *
 * Where several requests of a key come at once, the statement also takes tokens ahead: who comes within a tenth of a
 * second is admitted by what it said. What is left is put back by the next one. At most a hundredth of a bucket is ahead,
 * so of a small one nothing.
 *
 * @throws missing_team_context for a key that is not valid
 * @see docs/decisions.md, Rate limit
 */
export function createAdmission(orm: Orm, rateLimit: RateLimit): (key: string) => Promise<Admission> {
  const leases = new Map<string, Lease>();

  function admitAhead({ identity, testMode }: Asked): Admission | undefined {
    const lease = leases.get(identity);
    const isOfUse = lease && lease.left > 0 && performance.now() < lease.ends;
    return isOfUse ? admitBy(lease, testMode, rateLimit) : undefined;
  }

  async function admitAll(asked: Asked[]): Promise<Result<Admission>[]> {
    // While they waited, tokens may have been taken ahead for them.
    const ahead = asked.map(admitAhead);
    const taken = await take(asked.filter((_, index) => !ahead[index]));
    const results = asked.map(({ identity, testMode }, index): Result<Admission> => {
      const lease = taken.get(identity);
      const admission = ahead[index] ?? (lease && admitBy(lease, testMode, rateLimit));
      return admission ? { ok: true, value: admission } : { ok: false, error: new ApiError("missing_team_context") };
    });
    for (const [identity, lease] of taken) if (lease.left > 0) leases.set(identity, lease);
    return results;
  }

  /** Takes a lease for each valid key of a list, into which goes what its last one has left. */
  async function take(requests: Asked[]): Promise<Map<string, Lease>> {
    if (requests.length === 0) return new Map();
    const groups = [...Map.groupBy(requests, ({ identity }) => identity)].map(([identity, { length }]) => {
      const { left = 0, used = 0 } = leases.get(identity) ?? {};
      leases.delete(identity);
      const ahead = length < several ? 0 : Math.min(2 * Math.max(used, length), Math.floor(rateLimit.burst / 100));
      return { identity, left, count: length + ahead - left };
    });
    const asked = performance.now();
    const rows = await takeTokens(orm, rateLimit, groups);
    const began = performance.now();
    return new Map(
      groups.flatMap(({ identity, left }) => {
        const taken = rows.get(identity);
        if (!taken) return [];
        const ends = Math.min(began + leaseTime, asked + millisecondsLeft(taken));
        return [[identity, { taken, left: left + taken.granted, used: 0, began, ends }]];
      }),
    );
  }

  const ask = createBatcher({
    run: admitAll,
    runAlone: failFastWhileAway(async (asked: Asked) => (await admitAll([asked]))[0]!),
  });
  return async (key) => {
    const asked = identify(key);
    return admitAhead(asked) ?? ask(asked);
  };
}

/** For how long a key stays valid, rounded down to milliseconds. */
function millisecondsLeft({ now, expires_at }: TakenTokens): number {
  return expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at) - Date.parse(now) - 1;
}

function identify(key: string): Asked {
  const testMode = key.endsWith(testSuffix);
  return { testMode, identity: digest(testMode ? key.slice(0, -testSuffix.length) : key) };
}

/** Admits a request by the next token of a lease, or refuses it if there is none. */
function admitBy(lease: Lease, testMode: boolean, { burst, perSecond }: RateLimit): Admission {
  const { taken, began } = lease;
  const isAdmitted = lease.left > 0;
  if (isAdmitted) {
    lease.left -= 1;
    lease.used += 1;
  }
  const milliseconds = performance.now() - began;
  const tokens = Math.min(burst, taken.tokens + lease.left + (milliseconds * perSecond) / 1_000);
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
