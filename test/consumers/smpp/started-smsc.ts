import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** What the SMSC writes about something that it sees. */
export interface Seen {
  kind: "ready" | "bound" | "text" | "answered";
  system?: string;
  to?: string;
  coding?: number;
  header?: string;
  text?: string;
  payload?: string[];
  status?: number;
}

/** A started SMSC. */
export interface StartedSmsc {
  /** Lets it stand still, or go on. */
  signal(signal: "SIGSTOP" | "SIGCONT"): void;
  kill(): Promise<void>;
}

/** Starts an SMSC, which adds what it sees to a list. Ends once it listens. */
export async function startSmsc([program, ...args]: [string, ...string[]], seen: Seen[]): Promise<StartedSmsc> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => seen.push(JSON.parse(line)));
  await once(lines, "line");
  return {
    signal: (signal) => void child.kill(signal),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      // What it wrote before its end is read.
      const ended = Promise.all([once(child, "exit"), once(lines, "close")]);
      child.kill("SIGKILL");
      await ended;
    },
  };
}
