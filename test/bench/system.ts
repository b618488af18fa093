/**
 * What the operating system knows of processes. CPU time comes from /proc, and so only where there is one.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Whether CPU times are to be had. */
export const hasProc = existsSync("/proc/self/stat");

const microsecondsPerTick = hasProc ? 1_000_000 / Number(execFileSync("getconf", ["CLK_TCK"])) : 0;

interface Process {
  parent: number;
  /** CPU time of its own, and of those of its children that have ended. */
  microseconds: number;
}

function readProcess(pid: number): Process | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    // It has ended.
    return undefined;
  }
  // The second field is a name in parentheses, with whatever is in it.
  const [, parent, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = rest.slice(9, 13).reduce((sum, field) => sum + Number(field), 0);
  return { parent: Number(parent), microseconds: ticks * microsecondsPerTick };
}

/** The CPU time that processes have had so far, in microseconds. */
export const cpuOf = (pids: number[]): number =>
  pids.reduce((sum, pid) => sum + (readProcess(pid)?.microseconds ?? 0), 0);

/** The parent of a process, such as a backend's postmaster. */
export const parentOf = (pid: number): number => readProcess(pid)!.parent;

/** A process and its children. */
export function familyOf(pid: number): number[] {
  const all = readdirSync("/proc").map(Number).filter(Number.isInteger);
  return [pid, ...all.filter((other) => readProcess(other)?.parent === pid)];
}

/** The memory of a process that is not swapped out, in megabytes. */
export function residentMegabytesOf(pid: number): number {
  const kilobytes = hasProc
    ? /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]
    : execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Number(kilobytes) / 1_024;
}
