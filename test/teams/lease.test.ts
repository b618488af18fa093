import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allRights } from "../../server/operations/key-rights.ts";
import { admitFrom, createLease, isUsable, type Lease, requestTokens } from "../../server/teams/lease.ts";
import type { TakenTokens } from "../../server/teams/take-tokens.ts";

const rateLimit = { burst: 1_000, perSecond: 10 };

/** The answer of the statement that takes tokens at 12:00. */
const answer = (given: Partial<TakenTokens> = {}): TakenTokens => ({
  ...{ team_id: "a team", api_key_id: "a key", status: "active", licensed_until: null, expires_at: null },
  ...{ mode: "any", rights: allRights, now: "2026-11-23T12:00:00.000000Z", tokens: 500, granted: 1, revision: 0 },
  ...given,
});

/** A lease of a statement that ran from 0 to 5 ms. */
const leaseOf = (given?: Partial<TakenTokens>, old?: Lease) => createLease(answer(given), old, 0, 5);

describe("the tokens to take", () => {
  test.each([
    [1, 0],
    [3, 0],
    [4, 4],
    [100, 10],
  ])("for %i waiting requests without an old lease are %i in advance", (waiting, ahead) => {
    expect(requestTokens(waiting, undefined, rateLimit, 5)).toEqual({ asked: waiting + ahead, ahead, returned: 0 });
  });

  test("follow the requests of the old lease, which count less as they age, and return what it has left", () => {
    const old = { ...leaseOf(), tokensUsed: 20, recentBefore: 10, tokensLeft: 4 };
    const large = { ...rateLimit, burst: 100_000 };

    expect(requestTokens(4, old, large, 5)).toEqual({ asked: 4 + 34, ahead: 34, returned: 4 });
    expect(requestTokens(4, old, large, 1_005)).toEqual({ asked: 4 + 19, ahead: 19, returned: 4 });
    expect(requestTokens(4, old, large, 9_005)).toEqual({ asked: 4 + 4, ahead: 4, returned: 4 });
  });

  test("are taken in advance for a key with two requests a second, but not for one with three in two seconds", () => {
    const aheadAfter = (requests: number, interval: number) => {
      let old: Lease | undefined;
      for (let at = 0; at < requests; at++) {
        const { ahead } = requestTokens(1, old, rateLimit, at * interval);
        if (ahead > 0) return ahead;
        old = { ...createLease(answer(), old, at * interval, at * interval), tokensUsed: 1 };
      }
      return 0;
    };

    expect(aheadAfter(40, 490)).toBe(4);
    expect(aheadAfter(40, 667)).toBe(0);
  });

  test("are only those of the waiting requests if the bucket has fewer than a hundred tokens", () => {
    const small = { burst: 99, perSecond: 1 };

    expect(requestTokens(50, undefined, small, 5)).toEqual({ asked: 50, ahead: 0, returned: 0 });
  });
});

describe("a lease", () => {
  test("is usable for a second after the statement began, while it has tokens", () => {
    const lease = leaseOf({ granted: 2 });

    expect(isUsable(lease, 999.9)).toBe(true);
    expect(isUsable(lease, 1_000)).toBe(false);
    expect(isUsable({ ...lease, tokensLeft: 0 }, 6)).toBe(false);
  });

  test("ends before its key does, counted from the start of the statement", () => {
    const lease = leaseOf({ granted: 2, expires_at: "2026-11-23T12:00:00.050000Z" });

    expect(isUsable(lease, 48.9)).toBe(true);
    expect(isUsable(lease, 49)).toBe(false);
  });

  test("admits as many requests as it has tokens, whatever their times are", () => {
    fc.assert(
      fc.property(fc.nat(20), fc.array(fc.nat(1_000), { maxLength: 40 }), (granted, times) => {
        const lease = leaseOf({ granted });
        const admitted = times.filter((time) => !admitFrom(lease, false, rateLimit, 5 + time).retryAfterSeconds);

        expect(admitted).toHaveLength(Math.min(granted, times.length));
        expect(lease).toMatchObject({ tokensLeft: granted - admitted.length, tokensUsed: admitted.length });
      }),
    );
  });
});

describe("an admission", () => {
  test("has the database's time, and the bucket as it refills until then", () => {
    expect(admitFrom(leaseOf({ granted: 3 }), true, rateLimit, 205.5)).toEqual({
      ...{ teamId: "a team", apiKeyId: "a key", rights: allRights, testMode: true, licensed: true },
      now: "2026-11-23T12:00:00.200500Z",
      // 500 in the bucket, 2 left in the lease, and 2 that were refilled.
      remaining: 504,
      secondsUntilFull: 50,
      retryAfterSeconds: undefined,
    });
  });

  test.each([
    { perSecond: 10, seconds: 1 },
    { perSecond: 0.4, seconds: 3 },
  ])("without a token is a refusal for $seconds s, at $perSecond tokens per second", ({ perSecond, seconds }) => {
    const refused = admitFrom(leaseOf({ granted: 0, tokens: 0 }), false, { burst: 1_000, perSecond }, 5);

    expect(refused.retryAfterSeconds).toBe(seconds);
  });

  test("is licensed until the license ends, by the database's time", () => {
    const lease = leaseOf({ granted: 2, licensed_until: "2026-11-23T12:00:00.050000Z" });

    expect(admitFrom(lease, false, rateLimit, 54).licensed).toBe(true);
    expect(admitFrom(lease, false, rateLimit, 55).licensed).toBe(false);
    expect(admitFrom(leaseOf({ status: "suspended" }), false, rateLimit, 5).licensed).toBe(false);
  });
});
