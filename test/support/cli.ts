/**
 * The command line in this process, which is much faster than in one of its own.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { run } from "../../cli/program.ts";
import type { Settings } from "./process.ts";

export interface CliOptions {
  env?: Settings;
  /** What comes from standard input. */
  stdin?: string;
  /** Whether stdout and stderr are a terminal. */
  isTTY?: boolean;
  /** How wide that is. */
  columns?: number;
}

/** What a command line came to. */
export interface CliResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command line in this process. */
export async function runInProcess(
  argv: string[],
  { env = {}, stdin = "", isTTY = false, columns }: CliOptions = {},
): Promise<CliResult> {
  const written = { stdout: "", stderr: "" };
  const terminal = (name: "stdout" | "stderr") => ({
    isTTY,
    columns,
    write: (text: string) => {
      written[name] += text;
    },
  });
  const code = await run(argv, {
    env,
    stdin: (async function* () {
      yield stdin;
    })(),
    stdout: terminal("stdout"),
    stderr: terminal("stderr"),
  });
  return { code, ...written };
}

/** A directory of its own for a test file's profiles, which is not there yet. */
export function newConfigDir(): string {
  const directory = mkdtempSync(join(tmpdir(), "messaging-cli-"));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, "config");
}

/** The environment of somebody who works with a server and a key, and has no profiles. */
export function environmentOf(url: string, key: string): Settings {
  return { MESSAGING_URL: url, MESSAGING_API_KEY: key, MESSAGING_CONFIG_DIR: "/nonexistent" };
}
