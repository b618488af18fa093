/** Measures how fast a new process is on a warm database, compared with itself later. */
import { connections, load, type Measure, maxRequests, takeNumbers } from "./measures.ts";

/** The length of a measurement in seconds; less in a shorter round. The first quarter is compared with the second half. */
const duration = 20;

/** The rate of texts in the first five seconds of a server, divided by its rate from ten to twenty seconds. */
export const firstSeconds: Measure = async (setup, { seconds }) => {
  const server = await setup.startServer();
  const job = { kind: "text" as const, connections, seconds: Math.min(duration, 10 * seconds), status: 200, ticks: 4 };
  const { round, report } = await load(setup, [server], { ...job, ...takeNumbers(maxRequests) });
  await server.stop();
  const [first, , third, fourth] = report.perTick as [number, number, number, number];
  return { ...round, figure: first / ((third + fourth) / 2) };
};
