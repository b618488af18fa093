/**
 * Starts the measured and the measuring programs, each in a separate process.
 */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { settingNames } from "../../server/config.ts";

export const root = join(import.meta.dirname, "..", "..");

export interface Program {
  readonly pids: number[];
  /** Sends SIGTERM, and waits for the end. */
  stop(): Promise<void>;
}

export interface Listening extends Program {
  /** Without a trailing slash. */
  readonly url: string;
}

/** A program of the bench that runs one job at a time and returns its result. */
export interface Worker<Job, Answer> extends Program {
  run(job: Job): Promise<Answer>;
}

export interface ServerOptions {
  settings: Record<string, string>;
  /** The file for its output. */
  logFile: string;
  /** The checkout of the server; by default this one. */
  checkout?: string;
  /** The program to run; by default the server. */
  file?: string;
}

/** Starts a server in a separate process and waits until its log says that it has started. */
export async function startServer(options: ServerOptions): Promise<Listening> {
  const { settings, logFile, checkout = root, file = "server/main.ts" } = options;
  const log = openSync(logFile, "w");
  // An empty setting hides the one in `.env`.
  const hidden = Object.fromEntries(settingNames.map((name) => [name, ""]));
  const child = spawn(process.execPath, [file], {
    cwd: checkout,
    // The phone would write each text of the simulated carrier a second time.
    env: { ...process.env, ...hidden, NODE_ENV: "", PORT: "0", PHONE: "off", ...settings },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const program = programOf(child);
  for (;;) {
    const written = readFileSync(logFile, "utf8");
    const [, port] = /"port":(\d+),"msg":"started"/.exec(written) ?? [];
    if (port) return { ...program, url: `http://127.0.0.1:${port}` };
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The server ended:\n${written}`);
    await wait(2);
  }
}

/** Starts a reference that listens, and returns its URL. */
export async function startReference(file: string, options: object): Promise<Listening> {
  const child = startChild(file, options);
  const { port } = await nextMessage<{ port: number }>(child, file);
  return { ...programOf(child), url: `http://127.0.0.1:${port}` };
}

/** Starts a worker. */
export function startWorker<Job, Answer>(file: string, options: object): Worker<Job, Answer> {
  const child = startChild(file, options);
  return {
    ...programOf(child),
    run(job) {
      child.send(job as object);
      return nextMessage<Answer>(child, file);
    },
  };
}

const startChild = (file: string, options: object) =>
  fork(join(root, "test", "bench", file), [JSON.stringify(options)], { cwd: root });

async function nextMessage<Message>(child: ChildProcess, file: string): Promise<Message> {
  const done = new AbortController();
  const ended = once(child, "exit", done).then(() => Promise.reject(new Error(`${file} ended`)));
  const [message] = await Promise.race([once(child, "message", done), ended]);
  ended.catch(() => {});
  done.abort();
  if (message.error) throw new Error(`${file}: ${message.error}`);
  return message;
}

export function programOf(child: ChildProcess): Program {
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    pids: [child.pid!],
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}
