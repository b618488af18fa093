import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import type { Tracing } from "./tracing.ts";

/** Starts tracing if a collector is configured. */
export async function openTracing({ tracesEndpoint }: Config, log: Log): Promise<Tracing | undefined> {
  if (tracesEndpoint === undefined) return undefined;
  // OpenTelemetry takes as long to load as the rest of the server.
  const { startTracing } = await import("./open-telemetry.ts");
  return startTracing(tracesEndpoint, log);
}
