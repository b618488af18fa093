/**
 * The server and the command line as their users run them: as processes of their own.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { settingNames } from "../../server/config.ts";
import type { Database } from "../../server/db/database.ts";
import { stopEmbedded } from "../../server/db/embedded/embedded.ts";
import { urlOf } from "./cluster.ts";

export const root = join(import.meta.dirname, "..", "..");

/** Environment variables, in addition to the essential ones. */
export type Settings = Record<string, string>;

const essentials = { PATH: process.env.PATH, HOME: process.env.HOME };

/** An empty setting counts as absent, and hides the one in `.env`. */
export const noSettings: Settings = Object.fromEntries(settingNames.map((name) => [name, ""]));

/** How a process ended. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A process that has ended, and what it wrote. */
export interface Finished extends Exit {
  stdout: string;
  stderr: string;
}

export interface ServerProcess {
  readonly pid: number;
  /** The port of the server. @throws TypeError before the start, or without a listener */
  readonly port: number;
  readonly url: string;
  /** The output so far. */
  readonly stdout: string;
  readonly stderr: string;
  readonly ended: Promise<Exit>;
  /** Waits until the standard output has this text. Rejects if the process ends without it. */
  hasWritten(text: string): Promise<void>;
  /** Sends SIGTERM, unless told otherwise, and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Exit>;
  /** Ends it with SIGKILL. */
  kill(): Promise<Exit>;
}

export interface Processes {
  /** Creates an unused path. After the file's tests it is removed, with a database in it. */
  newPath(): string;
  /** Starts a server and waits until it reports its start. `argv` replaces the program. */
  startServer(settings: Settings, argv?: string[]): Promise<ServerProcess>;
  /** Starts a server without waiting for anything. */
  spawnServer(settings: Settings): ServerProcess;
}

/** Starts servers for the tests of one file, and kills the remaining servers after them. */
export function useProcesses(): Processes {
  const processes = createProcesses();
  afterAll(processes.end);
  return processes;
}

/** Starts servers. `end` kills the servers that still run. */
export function createProcesses(): Processes & { end(): Promise<void> } {
  const servers: ServerProcess[] = [];
  const paths: string[] = [];
  const start = (settings: Settings, argv?: string[]) => {
    const server = spawnServer(settings, argv);
    servers.push(server);
    return server;
  };
  return {
    spawnServer: (settings) => start(settings),
    async startServer(settings, argv) {
      const server = start(settings, argv);
      await server.hasWritten('"started"');
      return server;
    },
    newPath() {
      const path = mkdtempSync(join(realpathSync(tmpdir()), "messaging-process-"));
      paths.push(path);
      return join(path, "new");
    },
    async end() {
      await Promise.all(servers.map((server) => server.kill()));
      for (const path of paths) {
        await stopEmbedded(join(path, "new"));
        rmSync(path, { recursive: true, force: true });
      }
    },
  };
}

/** Settings for a server on a database of the tests' cluster. It should create nothing in its DATA_DIR. */
export function settingsFor(database: Database): Settings {
  const { topology } = database.address;
  return {
    PORT: "0",
    DATABASE_URL: urlOf(database),
    ...(topology && { DATABASE_TOPOLOGY: topology }),
    DATA_DIR: "/nonexistent",
    SECRET_KEY: "a secret of the tests, 32 characters",
    WEBHOOK_CLIENT_SECRET: "another token of the tests",
    // Without a key, a server on an empty database would write one into DATA_DIR.
    BOOTSTRAP_API_KEY: "the-first-key-of-the-tests",
  };
}

/** Runs a server that ends by itself. */
export function runServer(settings: Settings): Promise<Finished> {
  return runProgram(process.execPath, ["server/main.ts"], { settings });
}

/** Runs a command line to its end, its output in a pipe. */
export function runCli(settings: Settings, ...argv: string[]): Promise<Finished> {
  return runProgram(process.execPath, [join(root, "cli", "messaging.js"), ...argv], { settings });
}

interface ProgramOptions {
  settings?: Settings;
  directory?: string;
  /** Whether a developer's `.env` is ignored; true by default. */
  hidesDotenv?: boolean;
}

/** Runs any program to its end. */
export async function runProgram(
  file: string,
  argv: string[],
  { settings = {}, directory = root, hidesDotenv = true }: ProgramOptions = {},
): Promise<Finished> {
  const child = spawn(file, argv, {
    cwd: directory,
    env: { ...(hidesDotenv && noSettings), ...essentials, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = collect(child);
  const [code, signal] = (await once(child, "close")) as [Exit["code"], Exit["signal"]];
  return { code, signal, ...output };
}

function spawnServer(settings: Settings, argv = ["server/main.ts"]): ServerProcess {
  const child = spawn(process.execPath, argv, {
    cwd: root,
    env: { ...noSettings, ...essentials, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = collect(child);
  const ended = once(child, "close").then(([code, signal]): Exit => ({ code, signal }));
  const server = {
    get pid() {
      return child.pid!;
    },
    get port() {
      return Number(/"port":(\d+),"msg":"started"/.exec(output.stdout)![1]);
    },
    get url() {
      return `http://127.0.0.1:${server.port}`;
    },
    get stdout() {
      return output.stdout;
    },
    get stderr() {
      return output.stderr;
    },
    ended,
    hasWritten: (text: string) =>
      new Promise<void>((resolve, reject) => {
        const look = () => output.stdout.includes(text) && resolve();
        look();
        child.stdout.on("data", look);
        void ended.then(() => reject(new Error(`The server ended:\n${output.stdout}${output.stderr}`)));
      }),
    stop(signal: NodeJS.Signals = "SIGTERM") {
      child.kill(signal);
      return ended;
    },
    kill() {
      child.kill("SIGKILL");
      return ended;
    },
  };
  return server;
}

function collect(child: ChildProcess): { stdout: string; stderr: string } {
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]!.setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  }
  return output;
}
