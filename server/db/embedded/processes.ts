import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Whether a live PostgreSQL process works on `data`.
 *
 * The process id in PostgreSQL's file does not show that. It may belong to a zombie or, after a while, to another
 * program, and PostgreSQL itself then refuses to start. A zombie has no working directory, so this compares those.
 */
export function isInUse(data: string): boolean {
  return process.platform === "linux" ? hasWorkerIn(data) : hasLivePostmaster(data);
}

function hasWorkerIn(data: string): boolean {
  const directory = statSync(data);
  return readdirSync("/proc").some((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      if (readFileSync(`/proc/${pid}/comm`, "utf8") !== "postgres\n") return false;
      const { dev, ino } = statSync(`/proc/${pid}/cwd`);
      return dev === directory.dev && ino === directory.ino;
    } catch (error) {
      return isDenied(error) && isStartedFor(data, pid);
    }
  });
}

/** Whether the arguments of a process name the directory. Root in a container cannot read other users' directories. */
function isStartedFor(data: string, pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(data);
  } catch {
    return false;
  }
}

function hasLivePostmaster(data: string): boolean {
  try {
    const pid = Number.parseInt(readFileSync(join(data, "postmaster.pid"), "utf8"), 10);
    const line = execFileSync("ps", ["-ww", "-o", "stat=,command=", "-p", String(pid)], { encoding: "utf8" });
    return !line.startsWith("Z") && line.includes(data);
  } catch {
    return false;
  }
}

function isDenied(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "EACCES" || error.code === "EPERM");
}
