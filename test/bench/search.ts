/** Measures the slowest of many searches. */
import { setTimeout as wait } from "node:timers/promises";
import { Connection } from "./connection.ts";
import { connections, load, type Measure, takeNumbers, withCpu } from "./measures.ts";
import { quantileOf } from "./quantile.ts";
import { makeRequest } from "./requests.ts";
import { termCount } from "./search-terms.ts";
import type { Setup } from "./setup.ts";

interface SearchClient {
  /** Returns the duration of the n-th search in milliseconds. */
  search(n: number): Promise<number>;
  close(): void;
}

async function openSearchClient({ servers, target }: Setup): Promise<SearchClient> {
  const [server] = await servers(1);
  const connection = await Connection.open(server!.url);
  return {
    async search(n) {
      const request = makeRequest("search", n, target);
      const began = performance.now();
      const { status, text } = await connection.ask(request);
      if (status !== 200) throw new Error(`${request.path} was answered with ${status} ${text}`);
      return performance.now() - began;
    },
    close: () => connection.close(),
  };
}

/** Searches for every term in rotation, at least once, and returns the durations by term. */
async function searchAll({ search }: SearchClient, seconds: number): Promise<number[][]> {
  const took = Array.from({ length: termCount }, (): number[] => []);
  const end = performance.now() + seconds * 1_000;
  do {
    for (const [n, milliseconds] of took.entries()) milliseconds.push(await search(n));
  } while (performance.now() < end);
  return took;
}

/** Finds the term with the longest median on one connection, and measures its 99th percentile. */
export const slowestSearch: Measure = async (setup, { seconds }) => {
  const servers = await setup.servers(1);
  const searching = await openSearchClient(setup);
  const medians = (await searchAll(searching, seconds)).map((milliseconds) => quantileOf(milliseconds, 0.5));
  const slowest = medians.indexOf(Math.max(...medians));
  const milliseconds: number[] = [];
  const { cpu } = await withCpu(setup, servers, async () => {
    const end = performance.now() + seconds * 1_000;
    do milliseconds.push(await searching.search(slowest));
    while (performance.now() < end);
    return { requests: milliseconds.length };
  });
  searching.close();
  const latency = { p50Milliseconds: quantileOf(milliseconds, 0.5), p99Milliseconds: quantileOf(milliseconds, 0.99) };
  return { figure: latency.p99Milliseconds, ...cpu, latency };
};

/** The connections of the writes, and the pause between the starts of two writes of a connection: 50 writes a second. */
const writers = { connections: 5, pauseMilliseconds: 100 };

/** The same as `slowestSearch`, while 50 new contacts a second are written. */
export const slowestSearchWhileWritten: Measure = async (setup, effort) => {
  const over = new AbortController();
  const writing = Array.from({ length: writers.connections }, () => keepWriting(setup, over.signal));
  // A write that fails ends the measure.
  const failure = Promise.all(writing).then(() => Promise.reject(new Error("The writes ended early")));
  try {
    return await Promise.race([slowestSearch(setup, effort), failure]);
  } finally {
    over.abort();
    await Promise.allSettled(writing);
  }
};

/** The same as `slowestSearchWhileWritten`, when all matches are older than 10,000 other contacts. */
export function slowestSearchAmongOld(): Measure {
  let hasNewer = false;
  return async (setup, effort) => {
    if (!hasNewer) await writeNewer(setup);
    hasNewer = true;
    return slowestSearchWhileWritten(setup, effort);
  };
}

async function writeNewer(setup: Setup): Promise<void> {
  const count = Math.min(10_000, setup.target.contacts);
  const { first } = takeNumbers(count);
  const job = { kind: "new contact" as const, connections, status: 201, targets: [setup.target], seconds: 600 };
  await load(setup, await setup.servers(1), { ...job, first, count });
}

async function keepWriting({ servers, target }: Setup, over: AbortSignal): Promise<void> {
  const [server] = await servers(1);
  const connection = await Connection.open(server!.url);
  try {
    for (let due = performance.now(); !over.aborted; due += writers.pauseMilliseconds) {
      if (due > performance.now()) await wait(due - performance.now());
      const { status, text } = await connection.ask(makeRequest("new contact", takeNumbers(1).first, target));
      if (status !== 201) throw new Error(`A create was answered with ${status} ${text}`);
    }
  } finally {
    connection.close();
  }
}
