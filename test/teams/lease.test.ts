import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allRights } from "../../server/operations/key-rights.ts";
import { admitFrom, createLease, isUsable, type Lease, tokensToTake } from "../../server/teams/lease.ts";
import type { TakenTokens } from "../../server/teams/take-tokens.ts";

const rateLimit = { burst: 1_000, perSecond: 10 };

/** The answer of the statement that takes tokens at 12:00. */
const answer = (given: Partial<TakenTokens> = {}): TakenTokens => ({
  ...{ team_id: "a team", api_key_id: "a key", status: "active", licensed_until: null, expires_at: null },
  ...{ mode: "any", rights: allRights, now: "2026-11-23T12:00:00.000000Z", tokens: 500, granted: 1 },
  ...given,
});

/** A lease of a statement that ran from 0 to 5 ms. */
const leaseOf = (given?: Partial<TakenTokens>, old?: Lease) => createLease(answer(given), old, 0, 5);

describe("the number of tokens to take", () => {
  test.each([
    [1, 1],
    [3, 3],
    [4, 4 + 8],
    [100, 100 + 10],
  ])("for %i waiting requests without an old lease is %i", (requests, tokens) => {
    expect(tokensToTake(requests, undefined, rateLimit, 5)).toBe(tokens);
  });

  test("follows the tokens that the old lease used, and counts those that it has left", () => {
    const old = { ...leaseOf(), tokensUsed: 30, tokensLeft: 4 };

    expect(tokensToTake(4, old, { ...rateLimit, burst: 100_000 }, 205)).toBe(4 + 60 - 4);
  });

  test("counts the requests of the old lease for 200 ms", () => {
    const old = { ...leaseOf({ granted: 0 }), tokensUsed: 2 };

    expect(tokensToTake(2, old, rateLimit, 204.9)).toBe(2 + 4);
    expect(tokensToTake(1, old, rateLimit, 204.9)).toBe(1);
    expect(tokensToTake(2, old, rateLimit, 205)).toBe(2);
  });

  test("is negative if the old lease has left more than the requests need", () => {
    expect(tokensToTake(1, { ...leaseOf(), tokensLeft: 6 }, rateLimit, 5)).toBe(-5);
  });

  test("is only that of the waiting requests if the bucket has fewer than a hundred tokens", () => {
    expect(tokensToTake(50, undefined, { burst: 99, perSecond: 1 }, 5)).toBe(50);
  });
});

describe("a lease", () => {
  test("is usable for 100 ms after the statement answered, while it has tokens", () => {
    const lease = leaseOf({ granted: 2 });

    expect(isUsable(lease, 104.9)).toBe(true);
    expect(isUsable(lease, 105)).toBe(false);
    expect(isUsable({ ...lease, tokensLeft: 0 }, 6)).toBe(false);
  });

  test("ends before its key does, counted from the start of the statement", () => {
    const lease = leaseOf({ granted: 2, expires_at: "2026-11-23T12:00:00.050000Z" });

    expect(isUsable(lease, 48.9)).toBe(true);
    expect(isUsable(lease, 49)).toBe(false);
  });

  test("takes over the tokens of the old lease", () => {
    expect(leaseOf({ granted: -2 }, { ...leaseOf(), tokensLeft: 5 })).toMatchObject({ tokensLeft: 3, tokensUsed: 0 });
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
