/** Measures endpoints of teams: the cost for the API, and how soon an event is posted. */
import { setTimeout as wait } from "node:timers/promises";
import { connections, load, type Measure, maxRequests, takeNumbers, withCpu } from "./measures.ts";
import type { Listening } from "./programs.ts";
import { quantileOf } from "./quantile.ts";
import type { RequestKind, Target } from "./requests.ts";
import { countPosts, findNumber, startPosting } from "./webhooks.ts";

/** The callbacks that show the maximum rate of deliveries; fewer if the option asks for fewer. */
const maxBurst = 3_000;

const ratePerSecond = 1_000;

const patienceMilliseconds = 30_000;

/**
 * The CPU time of an API process for a request in microseconds, at a thousand a second. The team has an endpoint for all
 * events, or nobody reads its events. There is no worker.
 */
export function apiCpu(kind: RequestKind, { hasEndpoint }: { hasEndpoint: boolean }): Measure {
  return async (setup, { seconds }) => {
    const servers = await setup.servers(1);
    const target = await setup.addTeam({ ...setup.size, threads: 0, contacts: 0 });
    if (hasEndpoint) await createEndpoint(servers[0]!, target.key, "https://hooks.example.com/events");
    const job = { kind, connections, status: 200, rate: ratePerSecond, seconds, targets: [target] };
    const { round } = await load(setup, servers, { ...job, ...takeNumbers(maxRequests) });
    return { ...round, figure: round.cpu?.program ?? 0 };
  };
}

/**
 * The 99th percentile of the time from an event's timestamp, which is before its commit, to its post. Callbacks arrive at
 * half of the rate at which a burst of them is posted. A run is void if an event is not posted.
 */
export const postLatency: Measure = async (setup, { seconds, callbacks }) => {
  const burst = Math.min(maxBurst, callbacks);
  const webhook = await setup.reference("webhook-target");
  const server = await startPosting(setup);
  try {
    const key = setup.target.key.replace(/_test$/, "");
    const target: Target = { ...setup.target, key, number: await findNumber(server, setup.target.key) };
    await createEndpoint(server, key, `${webhook.url}/0`);
    const job = { kind: "inbound" as const, connections, status: 200, targets: [target] };
    const before = await countPosts(webhook);
    const began = performance.now();
    await load(setup, [server], { ...job, seconds: 3_600, ...takeNumbers(burst) });
    await awaitPosts(webhook, before + burst);
    const rate = burst / ((performance.now() - began) / 1_000) / 2;
    await readLatencies(webhook);

    // More seconds than other rows, so that the percentile has enough events.
    const { report, cpu } = await withCpu(setup, [server], async () => {
      const limits = { rate, seconds: 3 * seconds, ...takeNumbers(maxRequests) };
      const { report: arrived } = await load(setup, [server], { ...job, ...limits });
      await awaitPosts(webhook, before + burst + arrived.requests);
      return arrived;
    });
    const milliseconds = await readLatencies(webhook);
    if (milliseconds.length < report.requests) throw new Error(`${milliseconds.length} of ${report.requests} posts`);
    const [p50Milliseconds, p99Milliseconds] = [quantileOf(milliseconds, 0.5), quantileOf(milliseconds, 0.99)];
    // The server has a PostgreSQL of its own, whose time is not known here.
    const program = cpu.cpu && { cpu: { program: cpu.cpu.program } };
    return { figure: p99Milliseconds, ...program, latency: { p50Milliseconds, p99Milliseconds } };
  } finally {
    await server.stop();
  }
};

async function createEndpoint({ url }: Listening, key: string, of: string): Promise<void> {
  const response = await fetch(`${url}/api/webhook-endpoints`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ url: of }),
  });
  if (!response.ok) throw new Error(`The endpoint was refused: ${await response.text()}`);
}

async function awaitPosts(webhook: Listening, count: number): Promise<void> {
  const end = performance.now() + patienceMilliseconds;
  for (let posts = 0; posts < count; await wait(10)) {
    posts = await countPosts(webhook);
    if (performance.now() > end) throw new Error(`${posts} of ${count} events were posted`);
  }
}

/** The milliseconds of the posts since the last reading. */
const readLatencies = async ({ url }: Listening): Promise<number[]> =>
  (await fetch(`${url}/latencies`)).json() as never;
