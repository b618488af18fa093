/** Measures streams of events: the memory of idle ones, and how soon an event is streamed. */
import { setTimeout as wait } from "node:timers/promises";
import { connections, load, type Measure, maxRequests, takeNumbers } from "./measures.ts";
import type { Listening } from "./programs.ts";
import { quantileOf } from "./quantile.ts";
import { residentMegabytesOf } from "./system.ts";

/** The idle time before memory is read. */
const restMilliseconds = 2_000;

const patienceMilliseconds = 30_000;

/** Opens a stream of the key's team, and calls `onEvent` with each event's JSON until the signal. */
async function openStream(
  { url }: Listening,
  key: string,
  signal: AbortSignal,
  onEvent: (json: string) => void = () => {},
): Promise<void> {
  const response = await fetch(`${url}/api/events/stream`, { headers: { "x-api-key": key }, signal });
  if (response.status !== 200) throw new Error(`A stream was answered with ${response.status}`);
  void read(response.body!.pipeThrough(new TextDecoderStream()), onEvent).catch((error) => {
    if (!signal.aborted) throw error;
  });
}

async function read(body: AsyncIterable<string>, onEvent: (json: string) => void): Promise<void> {
  let rest = "";
  for await (const text of body) {
    const messages = (rest + text).split("\n\n");
    rest = messages.pop()!;
    for (const message of messages) {
      const [, json] = /^data: (.*)$/m.exec(message) ?? [];
      if (json !== undefined) onEvent(json);
    }
  }
}

/** The resident memory that idle streams add to a server, in megabytes. A twentieth of them has come and gone before. */
export function idleStreams(count: number): Measure {
  return async (setup) => {
    const server = await setup.startServer();
    const open = async (many: number) => {
      const closing = new AbortController();
      for (let at = 0; at < many; at += 50) {
        const batch = Array.from({ length: 50 }, () => openStream(server, setup.target.key, closing.signal));
        await Promise.all(batch);
      }
      await wait(restMilliseconds);
      return closing;
    };
    (await open(count / 20)).abort();
    await wait(restMilliseconds);
    const before = residentMegabytesOf(server.pids[0]!);
    const streams = await open(count);
    const after = residentMegabytesOf(server.pids[0]!);
    streams.abort();
    await server.stop();
    return { figure: after - before };
  };
}

/**
 * The 99th percentile of the time from an event's timestamp, which is before its commit, to its arrival on two streams.
 * Callbacks arrive at a tenth of the maximum rate. A run is void if an event is missing on a stream.
 */
export const streamLatency: Measure = async (setup, { seconds }) => {
  const server = await setup.startServer();
  const job = { kind: "inbound" as const, connections, status: 200 };
  const closing = new AbortController();
  try {
    const { report: full } = await load(setup, [server], { ...job, seconds, ...takeNumbers(maxRequests) });
    await drained(setup);
    const milliseconds: number[] = [];
    const note = (json: string) => {
      const { timestamp } = JSON.parse(json) as { timestamp: string };
      milliseconds.push(Date.now() - Date.parse(timestamp));
    };
    for (let stream = 0; stream < 2; stream += 1) await openStream(server, setup.target.key, closing.signal, note);
    const rate = full.perSecond / 10;
    // More seconds than other rows, so that the percentile has enough events.
    const { round, report } = await load(setup, [server], {
      ...job,
      rate,
      seconds: 3 * seconds,
      ...takeNumbers(maxRequests),
    });
    const end = performance.now() + patienceMilliseconds;
    while (milliseconds.length < 2 * report.requests) {
      if (performance.now() > end)
        throw new Error(`${milliseconds.length} of ${2 * report.requests} events were streamed`);
      await wait(20);
    }
    const [p50Milliseconds, p99Milliseconds] = [quantileOf(milliseconds, 0.5), quantileOf(milliseconds, 0.99)];
    return { ...round, figure: p99Milliseconds, latency: { p50Milliseconds, p99Milliseconds } };
  } finally {
    closing.abort();
    await server.stop();
  }
};

/** Waits until the callbacks that were accepted are processed. */
async function drained(setup: Parameters<Measure>[0]): Promise<void> {
  const open = "select from callback where outcome is null limit 1";
  while ((await setup.em().execute(open)).length > 0) await wait(100);
}
