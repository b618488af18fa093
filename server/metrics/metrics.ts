import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { RouteId } from "../../generated/operations.ts";
import type { Database } from "../db/database.ts";
import { readPool } from "../db/orm.ts";
import type { Outcome } from "../provider/provider.ts";
import { readQueueDepths } from "../queue/depths.ts";
import { readUndecided } from "./undecided.ts";

/** The metrics of one process. */
export interface Metrics {
  /** `operationId` is undefined for a request that matched no operation. */
  countRequest(request: { operationId: RouteId | undefined; status: number; seconds: number }): void;
  countSend(send: {
    testMode: boolean;
    outcome: Outcome["kind"];
    seconds: number;
    serverRefusedWith?: string | undefined;
  }): void;
  /** All metrics in Prometheus' text format. If the database does not answer, the queue depths are missing. */
  read(): Promise<string>;
}

/**
 * Counts the statuses that are searched for in every team, because neither the team of their URL nor that of their sender
 * has the text. The counter belongs to the process and not to its API, because workers count here, too.
 */
export const statusSearches = new Counter({
  name: "messaging_statuses_searched_in_every_team_total",
  help: "Statuses of texts that no known team had, by the records that were searched.",
  labelNames: ["records"],
  registers: [],
});

/** The time limit for counting the jobs in the database. */
const timeLimit = { milliseconds: 2_000 };

const modeOf = (testMode: boolean) => (testMode ? "test" : "live");

/**
 * Creates metrics that start at zero. Every label has a bounded set of values.
 *
 * @param maxAge how long the queue depths are cached, in milliseconds
 */
export function createMetrics(database: Database, { maxAge }: { maxAge: number }): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: "messaging_http_requests_total",
    help: "Answered requests by operation and status.",
    labelNames: ["operation", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "messaging_http_request_duration_seconds",
    help: "How long requests took, by operation.",
    labelNames: ["operation"],
    registers,
  });
  const sends = new Counter({
    name: "messaging_sends_total",
    help: "Texts handed to the provider, by mode and outcome.",
    labelNames: ["mode", "outcome"],
    registers,
  });
  const refusals = new Counter({
    name: "messaging_provider_credentials_refused_total",
    help: "Texts that the provider refused because of this server's own credentials.",
    registers,
  });
  const latencies = new Histogram({
    name: "messaging_provider_duration_seconds",
    help: "How long the provider took for a text, by mode.",
    labelNames: ["mode"],
    registers,
  });
  registry.registerMetric(statusSearches);
  const jobs = new Gauge({
    name: "messaging_queue_jobs",
    help: "Jobs by queue and state.",
    labelNames: ["queue", "state"],
    registers,
  });
  const approvals = new Gauge({
    name: "messaging_approvals",
    help: "Texts that wait for an approval, by state.",
    labelNames: ["state"],
    registers,
  });
  const cases = new Gauge({
    name: "messaging_suspected_revocations",
    help: "Suspected revocations that nobody has decided, by state.",
    labelNames: ["state"],
    registers,
  });
  const undecided = { approvals, cases };
  const pool = new Gauge({
    name: "messaging_database_pool",
    help: "The connections of this process to the database, and the requests that wait for one.",
    labelNames: ["state"],
    registers,
  });
  for (const records of ["message", "otp"]) statusSearches.inc({ records }, 0);
  // Prometheus computes a rate from two values, so each counter needs its initial zero.
  for (const mode of ["live", "test"]) {
    for (const outcome of ["accepted", "refused", "unknown"]) sends.inc({ mode, outcome }, 0);
  }

  const readDepths = keepFor(maxAge, () => readQueueDepths(database.address, timeLimit));
  const readOpenDecisions = keepFor(maxAge, () => readUndecided(database.address, timeLimit));

  let measuresProcess = false;
  return {
    countRequest({ operationId = "none", status, seconds }) {
      requests.inc({ operation: operationId, status });
      durations.observe({ operation: operationId }, seconds);
    },
    countSend({ testMode, outcome, seconds, serverRefusedWith }) {
      const mode = modeOf(testMode);
      if (serverRefusedWith !== undefined) refusals.inc();
      sends.inc({ mode, outcome });
      latencies.observe({ mode }, seconds);
    },
    async read() {
      // Only for processes that are scraped, because the default metrics start timers that never end.
      if (!measuresProcess) collectDefaultMetrics({ register: registry });
      measuresProcess = true;
      const [queues, open] = await Promise.all([readDepths(), readOpenDecisions()]);
      for (const [state, count] of Object.entries(readPool(database.orm))) pool.set({ state }, count);
      jobs.reset();
      for (const { queue, ...depths } of queues) {
        for (const [state, count] of Object.entries(depths)) jobs.set({ queue, state }, count);
      }
      for (const gauge of Object.values(undecided)) gauge.reset();
      for (const { records, state, count } of open) undecided[records].set({ state }, count);
      return registry.metrics();
    },
  };
}

/**
 * Makes a function that reads figures of the database, none if it does not answer. Concurrent calls share one reading, and so do
 * later ones until it is too old.
 */
function keepFor<Figure>(maxAge: number, read: () => Promise<Figure[]>): () => Promise<Figure[]> {
  let reading: { figures: Promise<Figure[]>; isOver: () => boolean } | undefined;
  return () => {
    if (reading && !reading.isOver()) return reading.figures;
    let until = Number.POSITIVE_INFINITY;
    const figures = read()
      .catch(() => [])
      .finally(() => {
        until = performance.now() + maxAge;
      });
    reading = { figures, isOver: () => performance.now() >= until };
    return figures;
  };
}
