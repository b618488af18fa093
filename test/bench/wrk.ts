/**
 * wrk as the load generator, so that the ratios do not depend on the bench's own client. It sends the requests of the same
 * jobs, which wrk.lua reads.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { renderRequest } from "./connection.ts";
import type { LoadJob, LoadReport } from "./load.ts";
import type { Measure } from "./measures.ts";
import { makeRequest } from "./requests.ts";
import type { Setup } from "./setup.ts";
import { cpuOf, hasProc } from "./system.ts";

/** The maximum number of requests of a round, which wrk holds in memory. After them, the round ends early. */
const maxRequests = 100_000;

/** The number of requests that are passed to wrk at once. */
const chunkSize = 1_000;

const script = join(import.meta.dirname, "wrk.lua");

/** @throws Error if wrk is not installed */
export function requireWrk(path = process.env.PATH): void {
  try {
    execFileSync("which", ["wrk"], { env: { PATH: path }, stdio: "ignore" });
  } catch {
    throw new Error("--wrk needs wrk, which is not installed. On Debian: apt-get install wrk");
  }
}

/** The measure with wrk as the load generator. The measure must be one that any generator can run. */
export function byWrk(measure: Measure): Measure {
  return (setup, effort) => measure({ ...setup, load: () => ({ run }) } satisfies Setup, effort);
}

/** The requests of a job, each after a line with its length in bytes. */
export function* requestsOf({ kind, origins, targets, first, count }: LoadJob): Generator<Buffer> {
  const { host } = new URL(origins[0]!);
  const end = first + Math.min(count, maxRequests);
  for (let start = first; start < end; start += chunkSize) {
    let chunk = "";
    for (let n = start; n < Math.min(end, start + chunkSize); n++) {
      const request = renderRequest(host, makeRequest(kind, n, targets[n % targets.length]!));
      chunk += `${Buffer.byteLength(request)}\n${request}`;
    }
    yield Buffer.from(chunk);
  }
}

/** What wrk.lua reports. Times are in microseconds; `refused` is the number of answers with a status from 400 on. */
interface WrkReport {
  requests: number;
  microseconds: number;
  p50: number;
  p99: number;
  failed: number;
  refused: number;
}

/** Runs a job. Its duration is rounded up to whole seconds, because wrk knows no others. */
async function run(job: LoadJob): Promise<LoadReport> {
  const { kind, origins, connections, seconds, rate, status } = job;
  if (origins.length !== 1 || rate !== undefined) throw new Error(`wrk cannot run the load of ${kind}`);
  const before = { all: cpuOf([process.pid]), own: process.cpuUsage() };
  const options = ["-t", "1", "-c", `${connections}`, "-d", `${Math.ceil(seconds)}s`, "-s", script, origins[0]!];
  const child = spawn("wrk", options, { stdio: ["pipe", "pipe", "pipe"] });
  const [output, complaints, cause] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    // If wrk ends before it has read everything, its output says more than the broken pipe.
    pipeline(Readable.from(requestsOf(job)), child.stdin).catch((error: unknown) => error),
    // The CPU time of a child counts when the child has ended.
    once(child, "close"),
  ]);
  const last = output.trimEnd().split("\n").at(-1) ?? "";
  if (!last.startsWith("{")) throw new Error(`wrk failed: ${complaints}${output}`, { cause });
  const report: WrkReport = JSON.parse(last);
  const { requests, microseconds, p50, p99, failed, refused } = report;
  // wrk distinguishes only whether a status is below 400.
  const unexpected = status < 400 ? refused : requests - refused;
  if (failed + unexpected > 0 || requests === 0) throw new Error(`${kind} by wrk: ${last}`);
  // The time of ended children is part of a process's time, but not of its own usage. It includes the reading of the requests.
  const { user, system } = process.cpuUsage(before.own);
  const wrkCpu = cpuOf([process.pid]) - before.all - user - system;
  return {
    requests,
    perSecond: requests / (microseconds / 1_000_000),
    p50Milliseconds: p50 / 1_000,
    p99Milliseconds: p99 / 1_000,
    perTick: [requests],
    busy: hasProc ? Math.max(0, wrkCpu) / microseconds : 0,
  };
}
