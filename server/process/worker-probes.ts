import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import { probePipeline } from "../http/answer-probes.ts";
import { createListener } from "../http/respond.ts";
import { createDrain, createHttpServer, listen } from "../http/server.ts";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { defaultLimits } from "../shares/limits.ts";
import { createReadinessCheck } from "./readiness.ts";

interface ProbeMeans {
  database: Database;
  log: Log;
  metrics: Metrics;
}

/**
 * Answers the health checks and scrapes of a worker on its own port. Returns the function that stops it.
 *
 * @throws ConfigError if the port is not available
 */
export async function answerProbes(
  { host, workerPort, keepAliveSeconds }: Config,
  { database, log, metrics }: ProbeMeans,
): Promise<() => Promise<void>> {
  let isStopping = false;
  const middleware = probePipeline({
    log,
    countRequest: metrics.countRequest,
    maxProbes: defaultLimits.maxProbes,
    checkReadiness: createReadinessCheck(database, () => isStopping),
    readMetrics: metrics.read,
  });
  const listener = createListener(middleware, { log, isDraining: () => isStopping });
  const server = createHttpServer(listener, { keepAliveSeconds });
  const drain = createDrain(server);
  await listen(server, { host, port: workerPort, setting: "WORKER_PORT" });
  return async () => {
    isStopping = true;
    await drain();
  };
}
