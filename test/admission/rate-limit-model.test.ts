import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAdmission } from "../../server/admission/admission.ts";
import { type Orm, openOrm } from "../../server/db/orm.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import type { TestTeam } from "../support/factories.ts";
import { atOnce, leftOf } from "../support/rate-limit.ts";

const steady = { burst: 1_000, perSecond: 500 };
const app = useApp({ rateLimit: steady });
const neighbour = useNeighbour(app, { rateLimit: steady });
let orms: Orm[] = [];
beforeAll(async () => {
  orms = await Promise.all([1, 2].map(() => openOrm(app.database.address)));
});
afterAll(() => Promise.all(orms.map((orm) => orm.close())));

/** Lets seconds pass for the buckets of a team. */
const age = (team: TestTeam, seconds: number) =>
  app
    .em()
    .execute(
      "update rate_bucket set refilled_at = (refilled_at at time zone 'UTC' - make_interval(secs => ?)) at time zone 'UTC' where team_id = ?",
      [seconds, team.id],
    );

test("a key at half of its rate is never refused, however long it goes on and over two processes", async () => {
  const { client, team, key } = await app.signIn({ withNumber: false });
  const clients = [client, createClient(neighbour.url, key)];
  const left: number[] = [];

  for (let round = 0; round < 120; round++) {
    const answers = await atOnce(20, clients[round % 2]!);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    left.push(...answers.map(leftOf));
    await age(team, (2 * 20) / steady.perSecond);
  }

  expect(Math.min(...left)).toBeGreaterThanOrEqual(steady.burst - 20);
});

test("two processes, of which either may be killed, admit what one bucket of any size and rate admits", async () => {
  const step = fc.record({
    /** The pause before the requests, as a share of the time in which the bucket fills up. */
    pause: fc.double({ min: 0, max: 0.2, noNaN: true }),
    requests: fc.integer({ min: 1, max: 60 }),
    process: fc.integer({ min: 0, max: 1 }),
    isKilled: fc.boolean(),
  });
  const limit = fc.record({
    burst: fc.oneof(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 100, max: 100_000 })),
    perSecond: fc.oneof(fc.double({ min: 0.01, max: 1, noNaN: true }), fc.integer({ min: 1, max: 100_000 })),
  });
  const start = fc.integer({ min: 0, max: 120 });
  const steps = fc.array(step, { minLength: 5, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(limit, start, steps, async ({ burst, perSecond }, tokens, steps) => {
      const { team, key } = await app.signIn({ withNumber: false });
      const startProcess = (orm: Orm) => createAdmission(orm, { burst, perSecond });
      const processes = orms.map(startProcess);
      const began = performance.now();
      await processes[0]!(key); // from its time on, the bucket refills
      const initial = Math.min(burst, tokens);
      await app.em().execute("update rate_bucket set tokens = ? where team_id = ?", [initial, team.id]);

      /** The tokens without the refill in the time that the test takes. */
      let least = initial;
      let most = initial;
      let admitted = 0;
      for (const { pause, requests, process, isKilled } of steps) {
        if (isKilled) processes[process] = startProcess(orms[process]!);
        const seconds = (pause * burst) / perSecond;
        await age(team, seconds);
        least = Math.min(burst, least + seconds * perSecond);
        most += seconds * perSecond;

        const answers = await Promise.all(Array.from({ length: requests }, () => processes[process]!(key)));

        const granted = answers.filter(({ retryAfterSeconds }) => retryAfterSeconds === undefined).length;
        admitted += granted;
        // Ages have microseconds, so a token may lack a small part.
        expect(granted).toBeGreaterThanOrEqual(Math.min(requests, Math.floor(least - 1e-3 * perSecond)));
        least = Math.max(0, least - granted);
        for (const { remaining } of answers) expect(remaining).toBeGreaterThanOrEqual(0);
        const elapsed = (performance.now() - began) / 1_000;
        expect(admitted).toBeLessThanOrEqual(most + elapsed * perSecond + 1e-3);
      }
    }),
    { numRuns: 15 },
  );
});
