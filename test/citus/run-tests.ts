/**
 * Runs vitest on a cluster, in a group of processes of its own that a time limit ends.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { ProvidedContext } from "vitest";

const root = join(import.meta.dirname, "../..");

/** The variables of the environment for vitest: what tests inject, and the file of the record. */
export const testsVariable = "CITUS_TESTS";
export const recordVariable = "CITUS_RECORD";

export interface TestResult {
  title: string;
  passed: boolean;
  /** The first line of the error of a failure. */
  error?: string;
}

/** A line of the record: a file begins, a test begins, a file has ended, or the run has ended. */
export type RecordLine =
  | { begins: string }
  | { file: string; testing: string }
  | { file: string; tests: TestResult[]; errors: string[] }
  | { unhandled: string[] };

export interface TestRun {
  /** The results of the files that have ended. */
  files: Map<string, { tests: TestResult[]; errors: string[] }>;
  /** The errors outside of tests; undefined if the time limit ended the run. */
  unhandled: string[] | undefined;
  /** The files that have not ended, each with its last test. */
  open: Map<string, string>;
}

interface RunOptions {
  provided: Pick<ProvidedContext, "cluster">;
  /** A directory for files of the run. */
  directory: string;
  paths: string[];
  seconds: number;
}

export async function runTests({ provided, directory, paths, seconds }: RunOptions): Promise<TestRun> {
  const answers = join(directory, "answers");
  const record = join(directory, "record");
  await mkdir(answers);
  const argv = ["node_modules/vitest/vitest.mjs", "run", "--config", "test/citus/vitest.config.ts"];
  const reporters = ["--reporter=default", "--reporter=./test/citus/reporter.ts"];
  const child = spawn(process.execPath, [...argv, ...reporters, ...paths], {
    cwd: root,
    env: { ...process.env, [testsVariable]: JSON.stringify({ ...provided, answers }), [recordVariable]: record },
    stdio: ["ignore", "inherit", "inherit"],
    detached: true,
  });
  const kill = () => process.kill(-child.pid!, "SIGKILL");
  const onExit = () => void (child.exitCode === null && kill());
  process.on("exit", onExit);
  const closed = once(child, "close");
  const timer = new AbortController();
  const late = pause(seconds * 1_000, "late", { signal: timer.signal }).catch(() => "ended");
  if ((await Promise.race([closed, late])) === "late") kill();
  await closed;
  timer.abort();
  process.off("exit", onExit);
  return readRecord(await readFile(record, "utf8").catch(() => ""));
}

function readRecord(text: string): TestRun {
  const run: TestRun = { files: new Map(), unhandled: undefined, open: new Map() };
  for (const line of text.split("\n").filter(Boolean)) {
    const entry = JSON.parse(line) as RecordLine;
    if ("begins" in entry) run.open.set(entry.begins, "no test");
    else if ("testing" in entry) run.open.set(entry.file, entry.testing);
    else if ("unhandled" in entry) run.unhandled = entry.unhandled;
    else run.files.set(entry.file, entry);
  }
  // The report of a test may come after that of its file.
  for (const file of run.files.keys()) run.open.delete(file);
  return run;
}
