/**
 * Leases: tokens that one statement takes for a key, for waiting requests and for later ones. Every function gets the
 * time as an argument, in milliseconds of one clock.
 */

import type { KeyMode } from "../db/schema/entities/api-key.ts";
import { plusMicroseconds, type Timestamp } from "../db/timestamp.ts";
import type { KeyRights } from "../operations/key-rights.ts";
import { leaseMilliseconds, type RateLimit, type TakenTokens, type TokenRequest } from "./take-tokens.ts";

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
  /** The number of recent requests before this lease. */
  recentBefore: number;
  /** The time at which the statement answered. */
  takenAt: number;
  /** The time after which the tokens admit no further requests. */
  expiresAt: number;
}

/** The number of recent requests of a key from which on tokens are taken in advance. */
const minRequestsForAdvance = 4;

/** How long a request counts as recent, in milliseconds. It counts less the older it is. */
const recentMilliseconds = 2 * leaseMilliseconds;

/**
 * The tokens to take for waiting requests of a key, and the tokens of its old lease to put back. A key with several
 * recent requests also takes tokens in advance: as many as its recent requests, at most 1 % of a bucket.
 */
export function requestTokens(
  waiting: number,
  old: Lease | undefined,
  { burst }: RateLimit,
  time: number,
): TokenRequest {
  const recentRequests = waiting + countRecent(old, time);
  const maxAdvance = Math.floor(burst / 100);
  const ahead = recentRequests < minRequestsForAdvance ? 0 : Math.min(Math.floor(recentRequests), maxAdvance);
  return { asked: waiting + ahead, ahead, returned: old?.tokensLeft ?? 0 };
}

/** The requests that used a lease and those before it, fewer as time passes. */
function countRecent(lease: Lease | undefined, time: number): number {
  if (!lease) return 0;
  const share = Math.max(0, 1 - (time - lease.takenAt) / recentMilliseconds);
  return (lease.recentBefore + lease.tokensUsed) * share;
}

/** Makes the lease of a statement that ran between two times. */
export function createLease(taken: TakenTokens, old: Lease | undefined, startedAt: number, takenAt: number): Lease {
  return {
    taken,
    tokensLeft: taken.granted,
    tokensUsed: 0,
    recentBefore: countRecent(old, startedAt),
    takenAt,
    expiresAt: startedAt + Math.min(leaseMilliseconds, millisecondsUntilExpiry(taken)),
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
