/** How even the rate of texts is on a database that was empty when they began. */
import { connections, load, type Measure, plenty, take } from "./measures.ts";
import { spreadOf } from "./report.ts";

/** How much longer than a round of the other rows this one is: two minutes for three seconds. */
const rounds = 40;

/** Into how many ticks the time is divided; of two minutes each is a second. */
const ticks = 120;

/** The ticks at the beginning that do not count: the process itself gets warm. */
const warmUp = 10;

/** How many ticks are judged together. */
const windowSize = 5;

/** The slowest window of ticks over the median one. */
export function evennessOf(perTick: number[]): number {
  const counted = perTick.slice(warmUp);
  const windows = counted
    .slice(windowSize - 1)
    .map((_, at) => counted.slice(at, at + windowSize).reduce((sum, count) => sum + count, 0));
  const { least, median } = spreadOf(windows);
  return least / median;
}

/** Sends texts to a server that has just started on an empty database, half of them to new phones. */
export const evennessOnEmptyDatabase: Measure = async (stage, { seconds }) => {
  const server = await stage.startFresh();
  const job = { kind: "text to new and known" as const, connections, seconds: rounds * seconds, status: 200, ticks };
  const { round, report } = await load(stage, [server], { ...job, ...take(rounds * plenty) });
  await server.stop();
  const { latency, generatorBusy } = round;
  return {
    figure: evennessOf(report.perTick),
    ...(latency && { latency }),
    ...(generatorBusy !== undefined && { generatorBusy }),
  };
};
