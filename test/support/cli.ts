/**
 * The command line in this process, which is much faster than in one of its own.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { run } from "../../cli/program.ts";
import type { TestApp } from "./app.ts";
import type { TestTeam } from "./factories.ts";
import type { Settings } from "./process.ts";

export interface CliOptions {
  env?: Settings;
  /** The text or the bytes of standard input. */
  stdin?: string | Uint8Array;
  /** Whether stdout and stderr are a terminal. */
  isTTY?: boolean;
  /** The width of the terminal. */
  columns?: number;
}

/** The result of a command line. */
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

/** A path for the profiles of a test file, without a directory yet. */
export function newConfigDir(): string {
  const directory = mkdtempSync(join(tmpdir(), "messaging-cli-"));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, "config");
}

/** The environment of a user with a server and a key, without profiles. */
export function environmentOf(url: string, key: string): Settings {
  return { MESSAGING_URL: url, MESSAGING_API_KEY: key, MESSAGING_CONFIG_DIR: "/nonexistent" };
}

/** Runs a command line with a team's key. */
export type Run = (argv: string[], options?: CliOptions) => Promise<CliResult>;

/** Creates a team, and returns a function that runs command lines with its key. */
export async function signInCli(app: TestApp): Promise<{ team: TestTeam; run: Run }> {
  const { team, key } = await app.signIn();
  const env = environmentOf(app.url, key);
  return { team, run: (argv, options = {}) => runInProcess(argv, { ...options, env: { ...env, ...options.env } }) };
}
