import fc from "fast-check";
import { expect, test } from "vitest";
import { useApp } from "../support/app.ts";

// The refill is so slow that no token is added during a test.
const rateLimit = { burst: 5, perSecond: 0.01 };
const app = useApp({ rateLimit });

test("a bucket admits the requests that the model admits, for any requests and pauses", async () => {
  const step = fc.record({
    /** The pause before the requests, in units of half a token. */
    halves: fc.integer({ min: 0, max: 12 }),
    requests: fc.integer({ min: 1, max: 7 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const { client, team } = await app.signIn({ withNumber: false });
      let tokens = rateLimit.burst;
      for (const { halves, requests } of steps) {
        const seconds = (halves * 0.5) / rateLimit.perSecond;
        await app
          .em()
          .execute(
            "update rate_bucket set refilled_at = (refilled_at at time zone 'UTC' - make_interval(secs => ?)) at time zone 'UTC' where team_id = ?",
            [seconds, team.id],
          );
        const answers = await Promise.all(Array.from({ length: requests }, () => client.raw("listThreads")));

        const before = Math.min(rateLimit.burst, tokens + halves * 0.5);
        const admitted = Math.min(requests, Math.floor(before));
        tokens = before - admitted;
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(admitted);
        expect(answers.filter(({ status }) => status === 429)).toHaveLength(requests - admitted);

        const waits = answers.flatMap(({ headers }) => headers.get("retry-after") ?? []).map(Number);
        const untilNext = (1 - tokens) / rateLimit.perSecond;
        // Some of it passes while the test runs.
        for (const wait of waits) expect(Math.abs(untilNext - 5 - wait)).toBeLessThanOrEqual(5);
      }
    }),
    { numRuns: 15 },
  );
});
