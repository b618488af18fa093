/**
 * Leases: tokens that one statement takes for a key, for waiting requests and for later ones. Every function gets the
 * time as an argument, in milliseconds of one clock.
 */

import type { KeyMode } from "../db/schema/entities/api-key.ts";
import { plusMicroseconds, type Timestamp } from "../db/timestamp.ts";
import type { KeyRights } from "../operations/key-rights.ts";
import type { RateLimit, TakenTokens } from "./take-tokens.ts";

/** The answer for a valid key: the request may proceed, or the key's bucket is empty. */
export interface Admission {
  teamId: string;
  apiKeyId: string;
  rights: KeyRights;
  /** Whether the key had the suffix `_test`, or always acts in test mode. */
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

/** The tokens that one statement took for a key. The requests of its batch use them first, then later requests. */
export interface Lease {
  taken: TakenTokens;
  tokensLeft: number;
  tokensUsed: number;
  /** The time at which the statement answered. */
  takenAt: number;
  /** The time after which the tokens admit no further requests. */
  expiresAt: number;
}

/** How long tokens that were taken in advance are valid. */
const leaseMilliseconds = 100;

/** The number of recent requests of a key from which on tokens are taken in advance. */
const minRequestsForAdvance = 4;

/** How long the requests that used a lease count as recent, in milliseconds after the lease was taken. */
const recentMilliseconds = 2 * leaseMilliseconds;

/**
 * The number of tokens to take for waiting requests of a key, beyond the tokens that are left of its old lease. Many
 * requests also take tokens in advance: twice the tokens that the old lease used, at most 1 % of a bucket. Requests are
 * many together with those that have just used the old lease, because a batch for many keys has few requests of each.
 * Negative if tokens must be put back.
 */
export function tokensToTake(requests: number, old: Lease | undefined, { burst }: RateLimit, time: number): number {
  const { tokensLeft = 0, tokensUsed = 0, takenAt = 0 } = old ?? {};
  const recentRequests = requests + (time < takenAt + recentMilliseconds ? tokensUsed : 0);
  const maxAdvance = Math.floor(burst / 100);
  const advance = recentRequests < minRequestsForAdvance ? 0 : Math.min(2 * Math.max(tokensUsed, requests), maxAdvance);
  return requests + advance - tokensLeft;
}

/** Makes the lease of a statement that ran between two times. The tokens of the key's old lease go into it. */
export function createLease(taken: TakenTokens, old: Lease | undefined, startedAt: number, takenAt: number): Lease {
  return {
    taken,
    tokensLeft: (old?.tokensLeft ?? 0) + taken.granted,
    tokensUsed: 0,
    takenAt,
    expiresAt: Math.min(takenAt + leaseMilliseconds, startedAt + millisecondsUntilExpiry(taken)),
  };
}

/** How long a key stays valid, rounded down to milliseconds. */
function millisecondsUntilExpiry({ now, expires_at }: TakenTokens): number {
  return expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at) - Date.parse(now) - 1;
}

/** Whether a lease can admit a request from memory. */
export const isUsable = (lease: Lease, time: number): boolean => lease.tokensLeft > 0 && time < lease.expiresAt;

/** Whether a key with that mode is valid. `asksForTest`: it has the suffix `_test`. */
export const isValidIn = (mode: KeyMode, asksForTest: boolean): boolean => !(mode === "live" && asksForTest);

/** Admits a request by the next token of a lease, or refuses it if the lease has no token left. */
export function admitFrom(
  lease: Lease,
  asksForTest: boolean,
  { burst, perSecond }: RateLimit,
  time: number,
): Admission {
  const { taken, takenAt } = lease;
  const isAdmitted = lease.tokensLeft > 0;
  if (isAdmitted) {
    lease.tokensLeft -= 1;
    lease.tokensUsed += 1;
  }
  const milliseconds = time - takenAt;
  const tokens = Math.min(burst, taken.tokens + lease.tokensLeft + (milliseconds * perSecond) / 1_000);
  const now = plusMicroseconds(taken.now, Math.floor(milliseconds * 1_000));
  return {
    teamId: taken.team_id,
    apiKeyId: taken.api_key_id,
    rights: taken.rights,
    testMode: asksForTest || taken.mode === "test",
    licensed: taken.status === "active" && (!taken.licensed_until || taken.licensed_until > now),
    now,
    remaining: Math.floor(tokens),
    secondsUntilFull: Math.ceil((burst - tokens) / perSecond),
    retryAfterSeconds: isAdmitted ? undefined : Math.max(1, Math.ceil((1 - tokens) / perSecond)),
  };
}
