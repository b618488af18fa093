/**
 * Posts inbound callbacks at a rate, like the provider, in a separate process. After each 200 it polls the messages of the
 * thread until the text is among them.
 */
import { setTimeout as wait } from "node:timers/promises";
import { Pool } from "undici";
import { threadIdOf } from "./data-set.ts";
import { quantileOf } from "./quantile.ts";
import { makeRequest, type Target } from "./requests.ts";

export interface ArrivalsJob {
  origin: string;
  target: Target;
  /** Callbacks per second. They rotate over the first `target.recipients` threads. */
  rate: number;
  first: number;
  count: number;
}

export interface ArrivalsReport {
  p50Milliseconds: number;
  p99Milliseconds: number;
}

/** The polling interval, which limits the precision of the figures. */
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
