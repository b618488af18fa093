/**
 * Calls back as the provider would, so many times in a second, and after each 200 asks for the thread's messages until
 * the text is among them. A process of its own.
 */
import { setTimeout as wait } from "node:timers/promises";
import { Pool } from "undici";
import { threadIdOf } from "./data-set.ts";
import { quantileOf } from "./quantile.ts";
import { makeRequest, type Target } from "./requests.ts";

export interface ArrivalsJob {
  origin: string;
  target: Target;
  /** The first so many threads take turns; `target.recipients` is as many. */
  rate: number;
  first: number;
  count: number;
}

export interface ArrivalsReport {
  p50Milliseconds: number;
  p99Milliseconds: number;
}

/** How often messages are asked for: the figures are no finer. */
const pauseMilliseconds = 4;
const patienceMilliseconds = 120_000;

process.on("message", (job: ArrivalsJob) => {
  run(job).then(
    (report) => process.send!(report),
    (error) => process.send!({ error: String(error) }),
  );
});

async function run({ origin, target, rate, first, count }: ArrivalsJob): Promise<ArrivalsReport> {
  const pool = new Pool(origin, { connections: 10, pipelining: 1 });
  const started = performance.now();
  const milliseconds = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      await wait(Math.max(0, started + (at / rate) * 1_000 - performance.now()));
      return arrive(pool, target, first + at);
    }),
  );
  await pool.close();
  return { p50Milliseconds: quantileOf(milliseconds, 0.5), p99Milliseconds: quantileOf(milliseconds, 0.99) };
}

async function arrive(pool: Pool, target: Target, n: number): Promise<number> {
  const answer = await pool.request(makeRequest("inbound", n, target));
  await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`a callback was answered with ${answer.statusCode}`);
  const accepted = performance.now();
  const path = `/api/threads/${threadIdOf(n % target.recipients)}/messages`;
  while (performance.now() < accepted + patienceMilliseconds) {
    const { body } = await pool.request({ method: "GET", path, headers: { "x-api-key": target.key } });
    if ((await body.text()).includes(`"Inbound ${n}"`)) return performance.now() - accepted;
    await wait(pauseMilliseconds);
  }
  throw new Error("a text that was called back did not become readable");
}
