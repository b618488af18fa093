/** Measures the time from the 200 of a callback to its readable message. */
import { connections, load, type Measure, maxRequests, takeNumbers } from "./measures.ts";

const probesPerSecond = 50;

/** The 99th percentile in milliseconds, while callbacks arrive at half of the maximum rate. */
export const inboundLatency: Measure = async (setup, { seconds }) => {
  const servers = [await setup.startServer()];
  const arrivals = setup.arrivals();
  // Only existing threads, because their ids are known.
  const target = { ...setup.target, recipients: Math.min(setup.size.threads, setup.target.recipients) };
  const arrive = (count: number) =>
    arrivals.run({ origin: servers[0]!.url, target, rate: probesPerSecond, ...takeNumbers(count) });
  const job = { kind: "inbound" as const, connections, seconds, status: 200 };

  try {
    const { report: full } = await load(setup, servers, { ...job, ...takeNumbers(maxRequests) });
    // Waits for one more callback, so that the accepted backlog is processed.
    await arrive(1);
    const [latency, { round }] = await Promise.all([
      arrive(Math.ceil(probesPerSecond * seconds)),
      load(setup, servers, { ...job, rate: full.perSecond / 2, ...takeNumbers(maxRequests) }),
    ]);
    return { ...round, figure: latency.p99Milliseconds, latency };
  } finally {
    await servers[0]!.stop();
  }
};
