/** What the server takes as a process: the time until it answers, and memory. */
import { setTimeout as wait } from "node:timers/promises";
import { connections, load, type Measure, take } from "./measures.ts";
import type { Listening } from "./programs.ts";
import { quantileOf } from "./quantile.ts";
import { residentMegabytesOf } from "./system.ts";

/** How long a process is left alone before its memory is looked at; less in a shorter round. */
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

/** From the start of the process to its first answer, in milliseconds: the median of as many starts as there is time. */
export function startUp(file?: string): Measure {
  return async (stage, { seconds }) => {
    const milliseconds: number[] = [];
    const end = performance.now() + seconds * 1_000;
    do {
      const began = performance.now();
      const server = await stage.startServer(file);
      await answerOnce(server);
      milliseconds.push(performance.now() - began);
      await server.stop();
    } while (performance.now() < end);
    return { figure: quantileOf(milliseconds, 0.5) };
  };
}

/** The resident memory of a process that has answered once, in megabytes. */
export function memory(file?: string): Measure {
  return async (stage, { seconds }) => {
    const server = await stage.startServer(file);
    await answerOnce(server);
    const figure = await residentAtRest(server, seconds);
    await server.stop();
    return { figure };
  };
}

/** By how many megabytes a server grows with so many texts, after a fifth as many have made it warm. */
export const memoryGrowth: Measure = async (stage, { seconds, sends }) => {
  const server = await stage.startServer();
  const send = (count: number) =>
    load(stage, [server], { kind: "text", connections, seconds: 3_600, status: 200, ...take(count) });
  await send(Math.ceil(sends / 5));
  const before = await residentAtRest(server, seconds);
  const { round } = await send(sends);
  const after = await residentAtRest(server, seconds);
  await server.stop();
  return { ...round, figure: after - before };
};
