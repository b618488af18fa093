/**
 * Reads CPU time and memory of processes from the operating system. CPU time needs /proc.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Whether CPU times are available. */
export const hasProc = existsSync("/proc/self/stat");

const microsecondsPerTick = hasProc ? 1_000_000 / Number(execFileSync("getconf", ["CLK_TCK"])) : 0;

interface Process {
  parent: number;
  /** The CPU time of the process and of its ended children. */
  microseconds: number;
}

function readProcess(pid: number): Process | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    // The process has ended.
    return undefined;
  }
  // The second field is a name in parentheses, which may contain spaces and parentheses.
  const [, parent, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = rest.slice(9, 13).reduce((sum, field) => sum + Number(field), 0);
  return { parent: Number(parent), microseconds: ticks * microsecondsPerTick };
}

/** The total CPU time of processes in microseconds. */
export const cpuOf = (pids: number[]): number =>
  pids.reduce((sum, pid) => sum + (readProcess(pid)?.microseconds ?? 0), 0);

/** The parent of a process, such as a backend's postmaster. */
export const parentOf = (pid: number): number => readProcess(pid)!.parent;

/** A process and its children. */
export function familyOf(pid: number): number[] {
  const all = readdirSync("/proc").map(Number).filter(Number.isInteger);
  return [pid, ...all.filter((other) => readProcess(other)?.parent === pid)];
}

/** The resident memory of a process in megabytes. */
export function residentMegabytesOf(pid: number): number {
  const kilobytes = hasProc
    ? /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]
    : execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Number(kilobytes) / 1_024;
}
