import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createKey, revokeKey } from "../../server/teams/keys.ts";
import { setTeamStatus } from "../../server/teams/teams.ts";
import { useApp, useNeighbour } from "../support/app.ts";
import { type Client, createClient, type RawAnswer } from "../support/client.ts";
import { type TestTeam, uniquePhone } from "../support/factories.ts";
import { admittedOf, atOnce, leftOf } from "../support/rate-limit.ts";
import { refusalOf } from "../support/refusals.ts";
import { recordStatements } from "../support/statements.ts";
import { fromNow } from "../support/times.ts";

// A lease has at most a hundredth of the burst. The refill is so slow that no token is added during a test.
const rateLimit = { burst: 10_000, perSecond: 0.001 };
const app = useApp({ rateLimit });
const neighbour = useNeighbour(app, { rateLimit });

/** The clock of both processes, in milliseconds, which goes on by being read. */
let clock = 0;
beforeEach(() => {
  vi.spyOn(performance, "now").mockImplementation(() => {
    clock += 0.001;
    return clock;
  });
});
afterEach(() => void vi.restoreAllMocks());

/** Lets all leases expire. */
const passLeases = () => {
  clock += 1_000;
};

/** Lets the next request look whether keys have changed. */
const passCheck = () => {
  clock += 100;
};

async function setTokens(team: TestTeam, tokens: number): Promise<void> {
  await app.em().execute("update rate_bucket set tokens = ? where team_id = ?", [tokens, team.id]);
}

async function signInWith(tokens: number) {
  const session = await app.signIn();
  await session.client.listThreads();
  await setTokens(session.team, tokens);
  return session;
}

async function tokensOf(team: TestTeam): Promise<number> {
  const [bucket] = await app.em().execute("select tokens from rate_bucket where team_id = ?", [team.id]);
  return bucket!.tokens;
}

/** The number of leased tokens after 40 concurrent requests of a team's key. */
async function aheadAfterCrowd(client: Client, team: TestTeam): Promise<number> {
  const left = (await atOnce(40, client)).map(leftOf);
  return Math.min(...left) - (await tokensOf(team));
}

/**
 * Sends so many requests of a team's key that more tokens are leased than the following requests need. Returns the number
 * of leased tokens.
 */
async function crowd(client: Client, team: TestTeam): Promise<number> {
  for (let round = 0; round < 10; round++) {
    const ahead = await aheadAfterCrowd(client, team);
    if (ahead >= 20) return ahead;
  }
  throw new Error("No tokens were leased");
}

test("a request right behind many others of its key is admitted without a database query", async () => {
  const { client, team } = await signInWith(5_000);
  await crowd(client, team);

  const statements = await recordStatements(() => atOnce(10, client));

  expect(statements.filter(({ text }) => text.includes("thread"))).not.toEqual([]);
  expect(statements.filter(({ text }) => text.includes("rate_bucket"))).toEqual([]);
});

test("a key with fewer than two requests a second queries each token", async () => {
  const { client } = await signInWith(5_000);

  const statements = await recordStatements(async () => {
    for (let asked = 0; asked < 5; asked++) {
      clock += 600;
      await client.listThreads();
    }
  });

  expect(statements.filter(({ text }) => text.includes("rate_bucket"))).toHaveLength(5);
});

test("the key of each of many teams queries its tokens once a second", async () => {
  const { client } = await signInWith(5_000);
  const ask = async () => {
    for (let asked = 0; asked < 10; asked++) {
      clock += 150;
      await client.listThreads();
    }
  };
  await ask();

  const statements = await recordStatements(ask);

  expect(statements.filter(({ text }) => text.includes("rate_bucket")).length).toBeLessThanOrEqual(3);
});

test("each request has its own token until the bucket is empty", async () => {
  const { client } = await signInWith(300);

  const answers: RawAnswer[] = [];
  for (let round = 0; round < 10; round++) answers.push(...(await atOnce(40, client)));

  const left = admittedOf(answers).map(leftOf);
  expect(left.toSorted((a, b) => b - a)).toEqual(Array.from({ length: 300 }, (_, index) => 299 - index));
  expect(answers.filter((answer) => answer.status !== 200 && refusalOf(answer) !== "429 rate_limited")).toEqual([]);
});

test("unused tokens of a lease return to the bucket at the next query of the process", async () => {
  const step = fc.record({
    asks: fc.constantFrom("app", "neighbour"),
    requests: fc.integer({ min: 1, max: 40 }),
    passes: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
      const { client: own, key } = await signInWith(150);
      const clients = { app: own, neighbour: createClient(neighbour.url, key) };
      let admitted = 0;
      const ask = async (client: Client, requests: number) => {
        const count = admittedOf(await atOnce(requests, client)).length;
        admitted += count;
        return count;
      };

      for (const { asks, requests, passes } of steps) {
        if (passes) passLeases();
        await ask(clients[asks], requests);
      }
      expect(admitted).toBeLessThanOrEqual(150);

      // The requests of the leases must not count as recent either.
      for (let times = 0; times < 2; times++) passLeases();
      await ask(clients.app, 1);
      await ask(clients.neighbour, 1);
      while ((await ask(clients.neighbour, 3)) > 0);
      expect(admitted).toBe(150);
    }),
    { numRuns: 10 },
  );
});

test("tokens in advance count in the size of the bucket until their lease has ended", async () => {
  const { client, team, key } = await signInWith(5_000);
  const held = Math.floor(await crowd(client, team));
  const neighbours = createClient(neighbour.url, key);
  /** Lets the bucket refill, and returns the tokens in it after a request to the other process. */
  const refill = async () => {
    await app.em().execute("update rate_bucket set refilled_at = '2000-01-01' where team_id = ?", [team.id]);
    await neighbours.listThreads();
    return tokensOf(team);
  };

  expect(await refill()).toBeLessThanOrEqual(rateLimit.burst - held - 1);

  const ended = await fromNow(app.em(), 0);
  await app.em().execute("update rate_bucket set lent_until = ? where team_id = ?", [ended, team.id]);
  expect(await refill()).toBe(rateLimit.burst - 1);
});

test("a lease has at most a hundredth of a bucket", async () => {
  const { client, team } = await signInWith(9_000);

  const ahead: number[] = [];
  for (let round = 0; round < 10; round++) ahead.push(await aheadAfterCrowd(client, team));

  expect(Math.max(...ahead)).toBeLessThanOrEqual(100);
});

test("a revoked key is refused after a tenth of a second, even during many requests", async () => {
  const { team } = await app.signIn();
  const { id, key } = await createKey(app.em(), team);
  const client = createClient(app.url, key);
  await crowd(client, team);

  await revokeKey(app.em(), id);
  passCheck();

  const answers = await atOnce(20, client);
  expect(new Set(answers.map(refusalOf))).toEqual(new Set(["401 missing_team_context"]));
});

test("leased tokens do not admit requests after the key's expiry", async () => {
  const { client, team } = await signInWith(5_000);
  const expire = async (seconds: number) =>
    app
      .em()
      .execute("update api_key set expires_at = ? where team_id = ?", [await fromNow(app.em(), seconds), team.id]);
  /** Whether tokens are leased for a key that expires before the lease. */
  const aheadOfExpiry = async () => {
    await expire(0.09);
    return (await aheadAfterCrowd(client, team)) > 0;
  };
  let round = 0;
  while (!(await aheadOfExpiry()) && round < 20) round += 1;

  clock += 95;
  await expire(-1);

  expect(round).toBeLessThan(20);
  expect(refusalOf(await client.raw("listThreads"))).toBe("401 missing_team_context");
});

test("a suspended team is refused after a tenth of a second", async () => {
  const { client, team } = await app.signIn();
  await crowd(client, team);

  await setTeamStatus(app.em(), team.name, "suspended");
  passCheck();

  expect(refusalOf(await client.raw("listThreads"))).toBe("403 license_inactive");
});

test("requests that are admitted by a lease have a current timestamp", async () => {
  const { client, team } = await app.signIn();
  const send = async () => {
    const { threadId } = await client.sendText({ body: { phone_number: uniquePhone(), message: "hello" } });
    const { messages } = await client.listThreadMessages({ path: { id: threadId } });
    return Date.parse(messages[0]!.createdAt);
  };
  await crowd(client, team);
  const before = await send();

  clock += 60;

  const statements = await recordStatements(async () => {
    expect((await send()) - before).toBeGreaterThanOrEqual(60);
  });
  expect(statements.filter(({ text }) => text.includes("rate_bucket"))).toEqual([]);
});
