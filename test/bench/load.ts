/**
 * The load generator, a separate process. It opens a number of keep-alive connections for some seconds. Each has one request
 * at a time.
 */
import { setTimeout as wait } from "node:timers/promises";
import { Connection } from "./connection.ts";
import { quantileOf } from "./quantile.ts";
import { makeRequest, type RequestKind, type Target } from "./requests.ts";

export interface LoadJob {
  kind: RequestKind;
  /** The servers; `connections` is the total over all of them. */
  origins: string[];
  connections: number;
  /** The targets of the requests, in rotation. */
  targets: Target[];
  seconds: number;
  /** The number of requests per second; by default unlimited. */
  rate?: number;
  /** The number of the first request, and the maximum count. */
  first: number;
  count: number;
  /** The expected status of every answer. */
  status: number;
  /** The number of equal time intervals for `perTick`; 1 by default. */
  ticks?: number;
}

export interface LoadReport {
  requests: number;
  perSecond: number;
  p50Milliseconds: number;
  p99Milliseconds: number;
  /** The number of answers in each of `ticks` equal intervals. */
  perTick: number[];
  /** The share of a core that the load generator used. Near 1, the load generator was the limit. */
  busy: number;
}

process.on("message", (job: LoadJob) => {
  run(job).then(
    (report) => process.send!(report),
    (error) => process.send!({ error: String(error) }),
  );
});

async function run(job: LoadJob): Promise<LoadReport> {
  const { kind, origins, connections, targets, seconds, rate = Number.POSITIVE_INFINITY, first, count, status } = job;
  const { ticks = 1 } = job;
  const open = await Promise.all(
    Array.from({ length: connections }, (_, at) => Connection.open(origins[at % origins.length]!)),
  );
  const milliseconds: number[] = [];
  const perTick = new Array<number>(ticks).fill(0);
  let next = first;
  const usage = process.cpuUsage();
  const started = performance.now();
  const end = started + seconds * 1_000;

  async function keepAsking(connection: Connection): Promise<void> {
    while (performance.now() < end && next < first + count) {
      const n = next++;
      const due = started + ((n - first) / rate) * 1_000;
      if (due > performance.now()) await wait(due - performance.now());
      const request = makeRequest(kind, n, targets[n % targets.length]!);
      const sentAt = performance.now();
      const answer = await connection.ask(request);
      const answered = performance.now();
      milliseconds.push(answered - sentAt);
      // Answers after the end belong to no interval.
      const tick = Math.floor(((answered - started) / 1_000 / seconds) * ticks);
      if (tick < ticks) perTick[tick]! += 1;
      if (answer.status !== status) throw new Error(`${kind} was answered with ${answer.status} ${answer.text}`);
    }
  }

  try {
    await Promise.all(open.map(keepAsking));
  } finally {
    for (const connection of open) connection.close();
  }
  const elapsed = (performance.now() - started) / 1_000;
  const { user, system } = process.cpuUsage(usage);
  return {
    requests: milliseconds.length,
    perSecond: milliseconds.length / elapsed,
    p50Milliseconds: quantileOf(milliseconds, 0.5),
    p99Milliseconds: quantileOf(milliseconds, 0.99),
    perTick,
    busy: (user + system) / 1_000_000 / elapsed,
  };
}
