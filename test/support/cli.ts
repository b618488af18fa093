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
