/**
 * A terminal with a simulated user.
 */
import { PassThrough } from "node:stream";
import { vi } from "vitest";
import { run } from "../../cli/program.ts";
import type { Settings } from "./process.ts";

export interface TestTerminal {
  /** The output, with escape sequences. */
  readonly stdout: string;
  readonly stderr: string;
  /** Types; `\r` is the key Enter, `\u0003` Ctrl-C. */
  type(text: string): void;
  /** Waits until stdout or stderr contains the text. */
  shows(text: string | RegExp): Promise<void>;
  /** Interrupts the command like a signal. */
  interrupt(): void;
  /** The exit code. */
  readonly ended: Promise<number>;
}

/** Runs a command line on a terminal of the kind `env.TERM`, in this process. */
export function runOnTerminal(
  argv: string[],
  { env = {}, columns = 80 }: { env?: Settings; columns?: number } = {},
): TestTerminal {
  // The line editor of Node reads the kind of the terminal from the environment of the process.
  vi.stubEnv("TERM", env.TERM ?? "xterm");
  const written = { stdout: "", stderr: "" };
  const keyboard = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
  const interruption = new AbortController();
  /** A stream like those of a process, because libraries use more of its properties. */
  const screen = (name: "stdout" | "stderr") =>
    Object.assign(new PassThrough(), { isTTY: true, columns, rows: 40 }).on("data", (chunk: Buffer) => {
      written[name] += chunk.toString("utf8");
    });
  const ended = run(argv, {
    env: { NO_COLOR: "1", ...env },
    stdin: keyboard,
    stdout: screen("stdout"),
    stderr: screen("stderr"),
    interrupted: interruption.signal,
  });
  return {
    get stdout() {
      return written.stdout;
    },
    get stderr() {
      return written.stderr;
    },
    ended,
    type: (text) => void keyboard.write(text),
    interrupt: () => interruption.abort(),
    shows: (text) =>
      vi.waitFor(
        () => {
          const all = written.stdout + written.stderr;
          if (typeof text === "string" ? !all.includes(text) : !text.test(all)) {
            throw new Error(`It shows no ${text}: ${JSON.stringify(all)}`);
          }
        },
        { timeout: 5_000, interval: 10 },
      ),
  };
}
