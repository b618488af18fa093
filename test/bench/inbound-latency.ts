/** From the 200 of a callback to the message that can be read. */
import { connections, load, type Measure, plenty, take } from "./measures.ts";

const probesPerSecond = 50;

/** The 99th percentile in milliseconds, while callbacks come in at half of the rate at which they can be accepted. */
export const inboundLatency: Measure = async (stage, { seconds }) => {
  const servers = [await stage.startServer()];
  const arrivals = stage.arrivals();
  // The threads that exist, so that their ids are known.
  const target = { ...stage.target, recipients: Math.min(stage.size.threads, stage.target.recipients) };
  const arrive = (count: number) =>
    arrivals.run({ origin: servers[0]!.url, target, rate: probesPerSecond, ...take(count) });
  const job = { kind: "inbound" as const, connections, seconds, status: 200 };

  try {
    const { report: full } = await load(stage, servers, { ...job, ...take(plenty) });
    // What was accepted meanwhile is worked off when one more has arrived.
    await arrive(1);
    const [latency, { round }] = await Promise.all([
      arrive(Math.ceil(probesPerSecond * seconds)),
      load(stage, servers, { ...job, rate: full.perSecond / 2, ...take(plenty) }),
    ]);
    return { ...round, figure: latency.p99Milliseconds, latency };
  } finally {
    await servers[0]!.stop();
  }
};
