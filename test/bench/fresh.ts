/** Measures how even the rate of texts is on a database that was empty at the start. */
import { connections, load, type Measure, maxRequests, takeNumbers } from "./measures.ts";
import { spreadOf } from "./report.ts";

/** The length of this round relative to other rows: two minutes instead of three seconds. */
const durationFactor = 40;

/** The number of intervals; in two minutes, each is a second. */
const ticks = 120;

/** The number of intervals at the start that do not count, because the process warms up. */
const warmUp = 10;

/** The number of intervals in a window. */
const windowSize = 5;

/** The rate of the slowest window divided by the median rate. */
export function evennessOf(perTick: number[]): number {
  const counted = perTick.slice(warmUp);
  const windows = counted
    .slice(windowSize - 1)
    .map((_, at) => counted.slice(at, at + windowSize).reduce((sum, count) => sum + count, 0));
  const { min, median } = spreadOf(windows);
  return min / median;
}

/** Sends texts to a server that has just started on an empty database. Half of them go to new phones. */
export const evennessOnEmptyDatabase: Measure = async (setup, { seconds }) => {
  const server = await setup.startFresh();
  const job = {
    kind: "text to new and known" as const,
    connections,
    seconds: durationFactor * seconds,
    status: 200,
    ticks,
  };
  const { round, report } = await load(setup, [server], { ...job, ...takeNumbers(durationFactor * maxRequests) });
  await server.stop();
  const { latency, generatorBusy } = round;
  return {
    figure: evennessOf(report.perTick),
    ...(latency && { latency }),
    ...(generatorBusy !== undefined && { generatorBusy }),
  };
};
