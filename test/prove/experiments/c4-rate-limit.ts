import { setTimeout as pause } from "node:timers/promises";
import { createClient, type RawAnswer } from "../../support/client.ts";
import { buildKey } from "../../support/factories.ts";
import type { ServerProcess } from "../../support/process.ts";
import type { ExperimentContext } from "../context.ts";
import type { Experiment } from "../experiment.ts";
import { nameOf, tally } from "../history.ts";
import { settingsOf, signIn } from "../team.ts";

interface Limit {
  burst: number;
  perSecond: number;
}

/** Limits that an operator could set. The short form has the first two, because larger bursts take several seconds. */
const limits: Limit[] = [
  { burst: 50, perSecond: 10 },
  { burst: 100, perSecond: 50 },
  { burst: 1_000, perSecond: 100 },
  { burst: 20_000, perSecond: 200 },
];

/** The requests that the greedy key has under way at most. */
const connections = 40;

export const c4: Experiment = {
  id: "C4",
  title:
    "two keys, at three times and at half of their rate, over two servers of which one is killed, with four limits",
  passesWhen:
    "the greedy key gets its burst and its rate, within 2 %, with a Retry-After in each 429; the other key gets no 429",
  seconds: { full: 400, short: 60 },
  async run(context) {
    const results = [];
    for (const limit of limits.slice(0, context.size(limits.length, 2))) {
      results.push(await tryLimit(context, limit));
    }
    return {
      n: results.reduce((sum, { n }) => sum + n, 0),
      problems: results.flatMap(({ problems }) => problems),
      details: Object.fromEntries(results.map(({ name, details }) => [name, details])),
    };
  },
};

async function tryLimit(context: ExperimentContext, { burst, perSecond }: Limit) {
  const database = await context.createDatabase();
  const { key, team } = await signIn(database);
  const steadyKey = await buildKey(database.orm.em.fork(), team);
  const settings = settingsOf(database, {
    RATE_LIMIT_BURST: String(burst),
    RATE_LIMIT_PER_SECOND: String(perSecond),
  });
  const servers = await Promise.all([context.startServer(settings), context.startServer(settings)]);
  // In the short form, a single request is more than 2 %.
  const [seconds, tolerance] = [context.size(60, 3), context.size(0.02, 0.05)];
  // Opens the connections and warms up the servers with another key.
  const warmUp = await signIn(database);
  for (const { url } of servers) await createClient(url, warmUp.key).listThreads();

  const greedy = new Answers();
  const steady = new Answers();
  const began = performance.now();
  const end = began + seconds * 1_000;
  /** Sends requests with a key, the one of an index at its time in seconds, until the end. */
  const ask = async (asKey: string, answers: Answers, next: { index: number }, timeOf: (index: number) => number) => {
    while (!context.over.aborted) {
      const index = next.index++;
      const due = began + timeOf(index) * 1_000;
      if (due > end) return;
      await pause(Math.max(0, due - performance.now()));
      answers.add(await send(servers[index % servers.length]!, asKey));
    }
  };
  const [ofGreedy, ofSteady] = [{ index: 0 }, { index: 0 }];
  const afterBurst = (index: number) => (index < burst ? 0 : (index - burst) / (3 * perSecond));
  const asking = [
    ...Array.from({ length: connections }, () => ask(key, greedy, ofGreedy, afterBurst)),
    ask(steadyKey, steady, ofSteady, (index) => index / (perSecond / 2)),
  ];
  await pause(seconds * 500);
  await servers.pop()!.kill();
  await Promise.all(asking);

  const expected = burst + (perSecond * (greedy.lastAdmitted - greedy.firstAdmitted)) / 1_000;
  const admitted = greedy.names.filter((name) => name === "200").length;
  const deviation = admitted / expected - 1;
  // Requests that the killed server admitted and did not answer.
  const lost = greedy.names.filter((name) => name === "none").length;
  const name = `burst ${burst}, ${perSecond}/s`;
  const problems: string[] = [];
  if (Math.abs(deviation) > tolerance + lost / expected) {
    problems.push(`${admitted} admitted instead of ${expected.toFixed(1)}`);
  }
  if (!greedy.names.includes("429 rate_limited")) problems.push("the greedy key did not reach its limit");
  if (greedy.withoutRetryAfter > 0) problems.push(`${greedy.withoutRetryAfter} times 429 without Retry-After`);
  for (const [answers, known] of [
    [greedy, ["200", "429 rate_limited", "none"]],
    [steady, ["200", "none"]],
  ] as const) {
    const wrong = Object.entries(tally(answers.names)).filter(([each]) => !known.some((one) => one === each));
    problems.push(...wrong.map(([each, count]) => `${count} times answered ${each}`));
  }
  return {
    name,
    n: greedy.names.length + steady.names.length,
    problems: problems.map((problem) => `${name}: ${problem}`),
    details: {
      seconds,
      admitted,
      expected: Number(expected.toFixed(1)),
      deviationPercent: Number((deviation * 100).toFixed(2)),
      greedy: tally(greedy.names),
      steady: tally(steady.names),
    },
  };
}

const send = ({ url }: ServerProcess, key: string): Promise<RawAnswer | undefined> =>
  createClient(url, key)
    .raw("listThreads")
    .catch(() => undefined);

/** The answers to the requests of a key. */
class Answers {
  readonly names: string[] = [];
  withoutRetryAfter = 0;
  firstAdmitted = 0;
  lastAdmitted = 0;

  add(answer: RawAnswer | undefined): void {
    this.names.push(nameOf(answer));
    if (answer?.status === 200) {
      this.firstAdmitted ||= performance.now();
      this.lastAdmitted = performance.now();
    }
    if (answer?.status === 429 && !(Number(answer.headers.get("retry-after")) >= 1)) this.withoutRetryAfter += 1;
  }
}
