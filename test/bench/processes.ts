/** Measures the start-up time and the memory of a server process. */
import { setTimeout as wait } from "node:timers/promises";
import { connections, load, type Measure, takeNumbers } from "./measures.ts";
import type { Listening } from "./programs.ts";
import { quantileOf } from "./quantile.ts";
import { residentMegabytesOf } from "./system.ts";

/** The idle time before memory is read; less in a shorter round. */
const restSeconds = 2;

async function answerOnce({ url }: Listening): Promise<void> {
  const answer = await fetch(`${url}/healthz`);
  await answer.text();
  if (answer.status !== 200) throw new Error(`The first answer was ${answer.status}`);
}

async function residentAtRest({ pids }: Listening, seconds: number): Promise<number> {
  await wait(Math.min(restSeconds, seconds) * 1_000);
  return residentMegabytesOf(pids[0]!);
}

/** The time from the start of the process to its first answer in milliseconds: the median of all starts in a round. */
export function startUp(file?: string): Measure {
  return async (setup, { seconds }) => {
    const milliseconds: number[] = [];
    const end = performance.now() + seconds * 1_000;
    do {
      const began = performance.now();
      const server = await setup.startServer(file);
      await answerOnce(server);
      milliseconds.push(performance.now() - began);
      await server.stop();
    } while (performance.now() < end);
    return { figure: quantileOf(milliseconds, 0.5) };
  };
}

/** The resident memory of a process after one answer, in megabytes. */
export function memory(file?: string): Measure {
  return async (setup, { seconds }) => {
    const server = await setup.startServer(file);
    await answerOnce(server);
    const figure = await residentAtRest(server, seconds);
    await server.stop();
    return { figure };
  };
}

/** The growth of a server's memory in megabytes over `sends` texts, after a warm-up with a fifth as many. */
export const memoryGrowth: Measure = async (setup, { seconds, sends }) => {
  const server = await setup.startServer();
  const send = (count: number) =>
    load(setup, [server], { kind: "text", connections, seconds: 3_600, status: 200, ...takeNumbers(count) });
  await send(Math.ceil(sends / 5));
  const before = await residentAtRest(server, seconds);
  const { round } = await send(sends);
  const after = await residentAtRest(server, seconds);
  await server.stop();
  return { ...round, figure: after - before };
};
