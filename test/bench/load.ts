/**
 * The load generator, a process of its own: as many keep-alive connections as it is told, each with one request at a
 * time, for some seconds.
 */
import { Client } from "undici";
import { makeRequest, type RequestKind, type Target } from "./requests.ts";

export interface LoadJob {
  kind: RequestKind;
  target: Target;
  connections: number;
  seconds: number;
  /** The number of the first request, and how many there may be. */
  first: number;
  count: number;
  /** The status that every answer must have. */
  status: number;
}

export interface LoadReport {
  requests: number;
  perSecond: number;
  p50Milliseconds: number;
  p99Milliseconds: number;
}

process.on("message", (job: LoadJob) => {
  run(job).then(
    (report) => process.send!(report),
    (error) => process.send!({ error: String(error) }),
  );
});

async function run({ kind, target, connections, seconds, first, count, status }: LoadJob): Promise<LoadReport> {
  const clients = Array.from({ length: connections }, () => new Client(target.origin, { pipelining: 1 }));
  const milliseconds: number[] = [];
  let next = first;
  const started = performance.now();
  const end = started + seconds * 1_000;

  async function keepAsking(client: Client): Promise<void> {
    while (performance.now() < end && next < first + count) {
      const request = makeRequest(kind, next++, target);
      const asked = performance.now();
      const answer = await client.request(request);
      const text = await answer.body.text();
      milliseconds.push(performance.now() - asked);
      if (answer.statusCode !== status) throw new Error(`${kind} was answered with ${answer.statusCode} ${text}`);
    }
  }

  try {
    await Promise.all(clients.map(keepAsking));
  } finally {
    await Promise.all(clients.map((client) => client.destroy()));
  }
  const elapsed = (performance.now() - started) / 1_000;
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const quantile = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return {
    requests: sorted.length,
    perSecond: sorted.length / elapsed,
    p50Milliseconds: quantile(0.5),
    p99Milliseconds: quantile(0.99),
  };
}
