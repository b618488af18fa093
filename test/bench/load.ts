/**
 * The load generator, a process of its own: as many keep-alive connections as it is told, each with one request at a
 * time, for some seconds.
 */
import { setTimeout as wait } from "node:timers/promises";
import { Connection } from "./connection.ts";
import { quantileOf } from "./quantile.ts";
import { makeRequest, type RequestKind, type Target } from "./requests.ts";

export interface LoadJob {
  kind: RequestKind;
  /** Who is asked, over how many connections to all of them together. */
  origins: string[];
  connections: number;
  /** What the requests are about, one target after the other. */
  targets: Target[];
  seconds: number;
  /** How many requests there are in a second; by default as many as there can be. */
  rate?: number;
  /** The number of the first request, and how many there may be. */
  first: number;
  count: number;
  /** The status that every answer must have. */
  status: number;
  /** Into how many parts the time is divided, to see how the rate changes; by default it is one. */
  ticks?: number;
}

export interface LoadReport {
  requests: number;
  perSecond: number;
  p50Milliseconds: number;
  p99Milliseconds: number;
  /** How many requests were answered in each tick, of `ticks` equal ones. */
  perTick: number[];
  /** How much of a core the load generator itself took. Near 1 it measured nothing but itself. */
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
      const asked = performance.now();
      const answer = await connection.ask(request);
      const answered = performance.now();
      milliseconds.push(answered - asked);
      // What is answered after the end belongs to no tick.
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
