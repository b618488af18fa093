import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { RouteId } from "../../generated/operations.ts";
import type { Database } from "../db/database.ts";
import { readPool } from "../db/orm.ts";
import type { Outcome } from "../provider/provider.ts";
import { countRefusal, countStatuses, sharedCounters } from "./counters.ts";
import { type DatabaseFigures, readDatabaseFigures } from "./database-figures.ts";

/** The metrics of one process. */
export interface Metrics {
  /** `operationId` is undefined for a request that matched no operation, `errorCode` for one that was not refused. */
  countRequest(request: {
    operationId: RouteId | undefined;
    status: number;
    seconds: number;
    errorCode?: string | undefined;
  }): void;
  countSend(send: {
    testMode: boolean;
    carrier: string;
    outcome: Outcome["kind"];
    seconds: number;
    serverRefusedWith?: string | undefined;
  }): void;
  /** All metrics in Prometheus' text format. If the database does not answer, its figures are missing. */
  read(): Promise<string>;
}

/** The time limit for reading the figures of the database. */
const timeLimit = { milliseconds: 2_000 };

/** Sets a gauge, which has no sample while its value is not known. */
function setOrRemove(gauge: Gauge, value: number | null | undefined): void {
  if (value == null) gauge.remove();
  else gauge.set(value);
}

const modeOf = (testMode: boolean) => (testMode ? "test" : "live");

/**
 * Creates metrics that start at zero. Every label has a bounded set of values.
 *
 * @param maxAge how long the figures of the database are cached, in milliseconds; by default 5,000
 */
export function createMetrics(database: Database, maxAge = 5_000): Metrics {
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
  for (const counter of sharedCounters) registry.registerMetric(counter);
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
  const ages = new Gauge({
    name: "messaging_queue_oldest_waiting_seconds",
    help: "How long the oldest waiting job of a queue could have started; 0 if none waits.",
    labelNames: ["queue"],
    registers,
  });
  const size = new Gauge({
    name: "messaging_database_bytes",
    help: "The size of the database.",
    registers,
  });
  const backup = new Gauge({
    name: "messaging_backup_timestamp_seconds",
    help: "When the last backup by this program was made.",
    registers,
  });
  const pool = new Gauge({
    name: "messaging_database_pool",
    help: "The connections of this process to the database, and the requests that wait for one.",
    labelNames: ["state"],
    registers,
  });
  // Prometheus computes a rate from two values, so each counter needs its initial zero.
  for (const mode of ["live", "test"]) {
    for (const outcome of ["accepted", "refused", "unknown"]) sends.inc({ mode, outcome }, 0);
  }

  const readFigures = keepFor(maxAge, () => readDatabaseFigures(database.address, timeLimit));

  let measuresProcess = false;
  return {
    countRequest({ operationId = "none", status, seconds, errorCode }) {
      if (errorCode !== undefined) countRefusal(errorCode);
      requests.inc({ operation: operationId, status });
      durations.observe({ operation: operationId }, seconds);
    },
    countSend({ testMode, carrier, outcome, seconds, serverRefusedWith }) {
      const mode = modeOf(testMode);
      if (outcome === "refused") countStatuses(carrier, ["failed"]);
      if (serverRefusedWith !== undefined) refusals.inc();
      sends.inc({ mode, outcome });
      latencies.observe({ mode }, seconds);
    },
    async read() {
      // Only for processes that are scraped, because the default metrics start timers that never end.
      if (!measuresProcess) collectDefaultMetrics({ register: registry });
      measuresProcess = true;
      const { queues, undecided: open, bytes, backedUpAt } = await readFigures();
      for (const [state, count] of Object.entries(readPool(database.orm))) pool.set({ state }, count);
      for (const gauge of [jobs, ages]) gauge.reset();
      setOrRemove(size, bytes);
      setOrRemove(backup, backedUpAt);
      for (const { queue, oldestSeconds, ...depths } of queues) {
        for (const [state, count] of Object.entries(depths)) jobs.set({ queue, state }, count);
        if (oldestSeconds !== null) ages.set({ queue }, oldestSeconds);
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
function keepFor(maxAge: number, read: () => Promise<DatabaseFigures>): () => Promise<DatabaseFigures> {
  let reading: { figures: Promise<DatabaseFigures>; isOver: () => boolean } | undefined;
  return () => {
    if (reading && !reading.isOver()) return reading.figures;
    let until = Number.POSITIVE_INFINITY;
    const figures = read()
      .catch(() => ({ queues: [], undecided: [] }))
      .finally(() => {
        until = performance.now() + maxAge;
      });
    reading = { figures, isOver: () => performance.now() >= until };
    return figures;
  };
}
